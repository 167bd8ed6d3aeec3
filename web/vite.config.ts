import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import postcss from 'postcss';
import customMedia from 'postcss-custom-media';
import { build, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** The modules `virtual:…`, each exporting these values. */
const virtual = (name: string, values: () => Readonly<Record<string, unknown>>): Plugin => ({
  name: `virtual-${name}`,
  resolveId: (id) => (id === `virtual:${name}` ? `\0${id}` : undefined),
  load: (id) =>
    id === `\0virtual:${name}`
      ? Object.entries(values())
          .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};`)
          .join('\n')
      : undefined,
});

/** The files for play without a server, as `tools/pack.py` lists them. */
const pack = (): Plugin =>
  virtual('pack', () => ({
    pack:
      existsSync('pack.json') && !process.env.VITEST
        ? JSON.parse(readFileSync('pack.json', 'utf8'))
        : { version: '', release: '', base: '', files: [] },
  }));

/** Builds `/worker.js`, which lists all files of the page. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .sort();
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const built = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [pack(), virtual('page', () => ({ version, files }))],
        build: {
          write: false,
          target: 'es2022',
          rollupOptions: {
            input: 'src/service_worker/worker.ts',
            output: { format: 'iife', entryFileNames: 'worker.js' },
          },
        },
      });
      const [output] = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
      if (output?.type !== 'chunk') throw new Error('the service worker was not built');
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: output.code });
    },
  };
}

/** The content security policy of the static site, which our server otherwise sends as a header. */
function policy(): Plugin {
  const content =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; " +
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";
  const attrs = { 'http-equiv': 'content-security-policy', content };
  return {
    name: 'policy',
    transformIndexHtml: () => [{ tag: 'meta', attrs, injectTo: 'head-prepend' }],
  };
}

/** Writes a `.br` and a `.gz` copy of every file that shrinks; the server sends those. */
function compressedCopies(): Plugin {
  const shrinks = /\.(css|html|js|json|mjs|svg|wasm|webmanifest)$/;
  let folder = '';
  const compress = async (file: string): Promise<void> => {
    const data = await readFile(file);
    if (data.length < 1000) return;
    // The best quality takes a minute for the megabytes of Python.
    const quality = data.length < 500_000 ? constants.BROTLI_MAX_QUALITY : 9;
    await writeFile(
      `${file}.br`,
      await promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    );
    await writeFile(`${file}.gz`, await promisify(gzip)(data, { level: 9 }));
  };
  return {
    name: 'compressed-copies',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files.filter((name) => shrinks.test(name)).map((name) => compress(join(folder, name))),
      );
    },
  };
}

/** Puts the breakpoints' names before every stylesheet, which is compiled by itself. */
const breakpoints: postcss.Plugin = {
  postcssPlugin: 'breakpoints',
  Once: (root) => void root.prepend(postcss.parse(readFileSync('src/breakpoints.css', 'utf8'))),
};

const home = { target: process.env.ELFER ?? 'http://localhost:8011', changeOrigin: true };

export default defineConfig(({ mode }) => ({
  // The static site may be hosted in any folder.
  base: mode === 'static' ? './' : '/',
  // For `npm run dev` beside a running server.
  server: { proxy: { '/api': home, '/socket': { ...home, ws: true, rewriteWsOrigin: true } } },
  plugins: [svelte(), pack(), serviceWorker(), mode === 'static' ? policy() : compressedCopies()],
  worker: { format: 'es', plugins: () => [pack()] },
  css: { postcss: { plugins: [breakpoints, customMedia()] } },
  // An export per key would double the size of a file of texts.
  json: { namedExports: false },
  build: {
    outDir: mode === 'static' ? '../build/static' : '../src/elfer/server/web/page',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no inline code or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node', css: true },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
}));
