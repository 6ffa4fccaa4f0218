import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const everyPageNeeds =
  /node_modules|src\/(urls|platform|words\/(en|words|browser)\.|accounts\/session|enquiries\/(basket|limits)|ui\/(button|carousel|field|picture|stepper|toast))/

const namesGiven = new Map<string, string>()

/** Two bundles of the same pages: what browsers load, and what the server renders with. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  css: { modules: { generateScopedName: shortName } },
  builder: {},
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The server names what a page needs; a page that is loaded later brings its style, and finds its scripts by itself.
    modulePreload: { polyfill: false, resolveDependencies: (_file, needed) => needed.filter((each) => each.endsWith('.css')) },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: 'src/site/entry-client.tsx',
          // One file for what every page needs: left alone, each small module that two pages share becomes a request.
          output: { codeSplitting: { groups: [{ name: 'base', test: everyPageNeeds }] } },
        },
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

/** Class names are in every page three times (markup, style, script), so they are short; two that meet stop the build. */
function shortName(name: string, file: string): string {
  const source = `${relative(import.meta.dirname, file)} ${name}`
  const short = '_' + createHash('sha256').update(source).digest('base64url').replace(/[-_]/g, '').slice(0, 3)
  const other = namesGiven.get(short)
  if (other !== undefined && other !== source) throw new Error(`the class names of ${source} and ${other} meet: rename one`)
  namesGiven.set(short, source)
  return short
}
