import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `npx nx build studio` writes the files that the service serves at /studio. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/studio/',
  plugins: [react()],
  resolve: {
    // The root has another version of React, for GraphiQL.
    dedupe: ['react', 'react-dom'],
    conditions: ['@content-service/source', 'module', 'browser', 'production'],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
})
