/** The files Python is made of, each checked against its hash before it is used. */
import type { PackFile } from 'virtual:pack';
import { sha256 } from './cache';

const PYTHON_FILES = /^pyodide|\.(whl|zip)$/;

export class VerifiedFiles {
  /** Rejected as soon as one file has the wrong content. */
  readonly verified: Promise<unknown>;
  private readonly responses = new Map<string, Promise<Response>>();
  private readonly contents = new Map<string, Promise<Uint8Array>>();
  private readonly total: number;
  private bytes = 0;

  constructor(
    base: string,
    files: readonly PackFile[],
    /** Gets the share loaded, from 0 to 1. */
    private readonly onprogress: (share: number) => void,
  ) {
    const wanted = files.filter(({ name }) => PYTHON_FILES.test(name));
    this.total = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const file of wanted) {
      const response = fetch(base + file.name);
      // Cloned before Pyodide reads the other half: the clone is what is checked.
      const clone = response.then((whole) => whole.clone());
      this.responses.set(base + file.name, response);
      this.contents.set(file.name, this.read(clone, file));
    }
    this.verified = Promise.all(this.contents.values());
    this.verified.catch(() => undefined);
  }

  /** The checked content of a file. */
  content(name: string): Promise<Uint8Array> {
    return this.contents.get(name) ?? Promise.reject(new Error(`there is no ${name}`));
  }

  /** Replaces `fetch`, so that each file is requested once. WebAssembly is compiled while it arrives. */
  fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
    this.responses.get(String(input)) ?? fetch(input, init);

  private async read(clone: Promise<Response>, file: PackFile): Promise<Uint8Array> {
    const response = await clone;
    if (!response.ok || !response.body) throw new Error(`${file.name}: ${response.status}`);
    const content = new Uint8Array(file.bytes);
    const reader = response.body.getReader();
    let at = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (at + part.value.length > file.bytes) break;
      content.set(part.value, at);
      at += part.value.length;
      this.bytes += part.value.length;
      this.onprogress(this.bytes / this.total);
    }
    // Browsers compute hashes in secure contexts only.
    const checks = 'subtle' in crypto;
    if (at !== file.bytes || (checks && (await sha256(content)) !== file.sha256))
      throw new Error(`${file.name} is another file`);
    return content;
  }
}
