call planlsp#ale#define('plan')
