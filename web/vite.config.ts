import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Writes the service worker with the names of everything that was built. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .sort();
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const source = readFileSync('src/worker.js', 'utf8')
        .replace('__VERSION__', version)
        .replace('__FILES__', JSON.stringify(files))
        .replace('__PACK__', packed());
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
    },
  };
}

/** What `tools/pack.py` has put together for play without a server. */
const packed = (): string =>
  existsSync('pack.json') && !process.env.VITEST
    ? JSON.stringify(JSON.parse(readFileSync('pack.json', 'utf8')))
    : JSON.stringify({ version: '', release: '', base: '', files: [] });

/** The same, as a module. */
function pack(): Plugin {
  return {
    name: 'pack',
    resolveId: (id) => (id === 'virtual:pack' ? `\0${id}` : undefined),
    load: (id) => (id === '\0virtual:pack' ? `export const pack = ${packed()};` : undefined),
  };
}

/** The static site's page says itself what our server else says of every page: nothing comes from elsewhere. */
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

/** Sizes of text, written in px as for a browser's usual 16 px, follow the size that the reader has chosen. */
const readersSize = {
  postcssPlugin: 'readers-size',
  Declaration(declaration: { prop: string; value: string }) {
    if (declaration.prop !== 'font-size') return;
    declaration.value = declaration.value.replace(/(\d*\.?\d+)px/g, (_, px) => `${Number(px) / 16}rem`);
  },
};

const home = { target: process.env.ELFER ?? 'http://localhost:8011', changeOrigin: true };

export default defineConfig(({ mode }) => ({
  // Any file server may host the static site, in any folder.
  base: mode === 'static' ? './' : '/',
  // `npm run dev` beside a running server: changes show at once, without a build.
  server: { proxy: { '/api': home, '/socket': { ...home, ws: true, rewriteWsOrigin: true } } },
  plugins: [svelte(), pack(), serviceWorker(), mode === 'static' && policy()],
  worker: { format: 'es' },
  css: { postcss: { plugins: [readersSize] } },
  // A file of texts is one value: an export for each key would double it.
  json: { namedExports: false },
  build: {
    outDir: mode === 'static' ? '../build/static' : '../src/elfer/server/web/page',
    emptyOutDir: true,
    target: 'es2022',
    // The server's policy allows no inline code, so nothing may be turned into a data: script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
}));
