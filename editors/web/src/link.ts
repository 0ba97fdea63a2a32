// Texts in the fragment of an address, which a browser sends to nobody.

/** The fragment that carries these texts, by the names of their tabs. */
export async function fragmentOf(texts: Record<string, string>): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(texts)), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  return `#t=${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** The texts that a fragment carries; null where it carries none. Throws where it is damaged. */
export async function textsOf(fragment: string): Promise<Record<string, string> | null> {
  if (!fragment.startsWith('#t=')) return null;
  const binary = atob(fragment.slice(3).replaceAll('-', '+').replaceAll('_', '/'));
  const packed = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const found: unknown = JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw'))));
  if (typeof found !== 'object' || found === null) throw new Error('not an object');
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const changed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(changed).arrayBuffer());
}
