/** The files that Python is made of, each held against its hash before anything of it is used. */
import type { Packed } from 'virtual:pack';

/** What of the pack Python is made of. */
const PYTHON = /^pyodide|\.(whl|zip)$/;
const ALGORITHM = 'SHA-256';

export class Fetching {
  /** Fails as soon as one of the files is not what it should be. */
  readonly checked: Promise<unknown>;
  private readonly responses = new Map<string, Promise<Response>>();
  private readonly contents = new Map<string, Promise<Uint8Array>>();
  private readonly total: number;
  private bytes = 0;

  constructor(
    private readonly base: string,
    files: readonly Packed[],
    /** Hears how much is there, from 0 to 1. */
    private readonly progress: (share: number) => void,
  ) {
    const wanted = files.filter(({ name }) => PYTHON.test(name));
    this.total = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const file of wanted) {
      const response = fetch(base + file.name);
      // Before anybody reads the other half: the copy is what is checked.
      const copy = response.then((whole) => whole.clone());
      this.responses.set(base + file.name, response);
      this.contents.set(file.name, this.read(copy, file));
    }
    this.checked = Promise.all(this.contents.values());
    this.checked.catch(() => undefined);
  }

  /** The checked content of a file. */
  content(name: string): Promise<Uint8Array> {
    return this.contents.get(name) ?? Promise.reject(new Error(`there is no ${name}`));
  }

  /** In the place of `fetch`: every file is asked for once. WebAssembly is compiled while it arrives. */
  fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
    this.responses.get(String(input)) ?? fetch(input, init);

  private async read(copy: Promise<Response>, file: Packed): Promise<Uint8Array> {
    const response = await copy;
    if (!response.ok || !response.body) throw new Error(`${file.name}: ${response.status}`);
    const content = new Uint8Array(file.bytes);
    const reader = response.body.getReader();
    let at = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (at + part.value.length > file.bytes) break;
      content.set(part.value, at);
      at += part.value.length;
      this.bytes += part.value.length;
      this.progress(this.bytes / this.total);
    }
    if (at !== file.bytes || !(await same(content, file.sha256)))
      throw new Error(`${file.name} is another file`);
    return content;
  }
}

/** Whether a file has this hash; browsers compute one in secure places only. */
async function same(content: Uint8Array<ArrayBuffer>, sha256: string): Promise<boolean> {
  if (!('subtle' in crypto)) return true;
  const hash = new Uint8Array(await crypto.subtle.digest(ALGORITHM, content));
  return sha256 === Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
