/** The files Python is made of, each checked against its hash before it is used. */
import type { PackFile } from 'virtual:pack';
import { sha256 } from './cache';

const PYTHON_FILES = /^pyodide|\.(whl|zip)$/;

/** The content of a response, rejected if it is not that of the file. `onread` gets the bytes of each part. */
export async function readVerified(
  response: Response,
  file: PackFile,
  onread: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!response.ok || !response.body) throw new Error(`${file.name}: ${response.status}`);
  const content = new Uint8Array(file.bytes);
  const reader = response.body.getReader();
  let at = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (at + part.value.length > file.bytes) break;
    content.set(part.value, at);
    at += part.value.length;
    onread(part.value.length);
  }
  // Browsers compute hashes in secure contexts only.
  const checks = 'subtle' in crypto;
  if (at !== file.bytes || (checks && (await sha256(content)) !== file.sha256))
    throw new Error(`${file.name} is another file`);
  return content;
}

export class VerifiedFiles {
  /** Rejected as soon as one file has the wrong content. */
  readonly verified: Promise<unknown>;
  private readonly responses = new Map<string, Promise<Response>>();
  private readonly contents = new Map<string, Promise<Uint8Array>>();

  /** `onprogress` gets the share loaded, from 0 to 1. */
  constructor(base: string, files: readonly PackFile[], onprogress: (share: number) => void) {
    const wanted = files.filter(({ name }) => PYTHON_FILES.test(name));
    const total = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
    let loaded = 0;
    const onread = (bytes: number) => onprogress((loaded += bytes) / total);
    for (const file of wanted) {
      const response = fetch(base + file.name);
      // Cloned before Pyodide reads the other half: the clone is what is checked.
      const clone = response.then((whole) => whole.clone());
      this.responses.set(base + file.name, response);
      this.contents.set(
        file.name,
        clone.then((whole) => readVerified(whole, file, onread)),
      );
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
}
