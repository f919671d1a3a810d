import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The board once more, as one script and one style sheet, for pages that open from disk (src/tabor/report).
export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  build: {
    outDir: '../src/tabor/report/static',
    emptyOutDir: true,
    lib: { entry: 'src/replay/main.ts', formats: ['iife'], name: 'TaborReplay', fileName: () => 'replay.js', cssFileName: 'replay' },
  },
})
