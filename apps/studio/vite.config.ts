import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** A shorter file fits into one packet. */
const LEAST_BYTES = 1_024

/** Writes each long file in the codings of browsers, too, so that no request waits for its compression. */
const compressFiles: Plugin = {
  name: 'compress-files',
  // The other plugins still change the files before they are written.
  async writeBundle({ dir = '' }, files) {
    for (const fileName of Object.keys(files).filter((name) => name.startsWith('assets/'))) {
      const path = join(dir, fileName)
      const content = await readFile(path)
      if (content.length < LEAST_BYTES) continue
      await writeFile(`${path}.br`, brotliCompressSync(content))
      await writeFile(`${path}.gz`, gzipSync(content))
    }
  },
}

/** `npx nx build studio` writes the files that the service serves at /studio. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/studio/',
  plugins: [react(), compressFiles],
  resolve: {
    // The root has other versions of these, for GraphiQL.
    dedupe: ['react', 'react-dom', '@codemirror/language'],
    conditions: ['@content-service/source', 'module', 'browser', 'production'],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    // The build writes the compressed files.
    reportCompressedSize: false,
    // The packages whose code is in the files want their licenses beside it.
    license: { fileName: 'licenses.md' },
  },
})
