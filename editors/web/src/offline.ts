// Answers the page without a network, from what it has loaded before. It keeps nothing else.

type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
type Message = MessageEvent<{ version: string; files: string[] }> & Waiting;
type Asked = Waiting & { request: Request; respondWith(answer: Promise<Response>): void };

const scope = globalThis as unknown as {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener<T>(kind: string, listener: (event: T) => void): void;
};
const PREFIX = 'planlsp-';

scope.addEventListener<Waiting>('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener<Waiting>('activate', (event) => event.waitUntil(scope.clients.claim()));

// The page has loaded these a moment ago: most come from the browser's own cache.
scope.addEventListener<Message>('message', (event) => {
  event.waitUntil(keep(event.data).then(() => event.ports[0]?.postMessage('kept')));
});

async function keep({ version, files }: { version: string; files: string[] }): Promise<void> {
  const name = PREFIX + version;
  const cache = await caches.open(name);
  for (const file of files) {
    if (!(await cache.match(file))) await cache.add(new Request(file, { cache: 'force-cache' }));
  }
  for (const other of await caches.keys()) {
    if (other.startsWith(PREFIX) && other !== name) await caches.delete(other);
  }
}

scope.addEventListener<Asked>('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request));
});

/** A page is the newest that there is; all else has its version in its name. */
async function answer(request: Request): Promise<Response> {
  const isPage = request.mode === 'navigate';
  const kept = await caches.match(request, { ignoreSearch: isPage });
  if (!isPage) return kept ?? fetch(request);
  try {
    return await fetch(request);
  } catch (problem) {
    const start = kept ?? (await caches.match('./'));
    if (start) return start;
    throw problem;
  }
}
