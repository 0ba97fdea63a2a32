call planlsp#ale#define('pddl')
