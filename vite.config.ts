import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Two bundles of the same pages: what browsers load, and what the server renders with. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  builder: {},
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: { input: 'src/site/entry-client.tsx' },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: { input: 'src/site/entry-server.tsx' },
      },
      resolve: { noExternal: true },
    },
  },
})
