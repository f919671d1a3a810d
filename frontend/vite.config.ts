import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

const server = 'http://127.0.0.1:8000'

/** Writes each file compressed too, beside itself: the server sends that without work. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    // Last of all: what is compressed must be finished.
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle)) {
        const path = join(dir ?? '', name)
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
      }
    },
  }
}

// The built page lies in the Python package, which serves it; `npm run dev` passes calls on to a running server.
export default defineConfig({
  plugins: [svelte(), compressed()],
  build: {
    outDir: '../src/tabor/server/static',
    emptyOutDir: true,
    assetsDir: 'assets',
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
})
