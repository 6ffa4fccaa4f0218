import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'

/** Two bundles of the same pages: what browsers load, and what the server renders with; and the back office by itself. */
export default defineConfig({
  plugins: [react(), pressedAgain()],
  publicDir: false,
  css: { modules: { generateScopedName: shortName } },
  builder: {},
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The server names what a page needs; a page that is loaded later brings its style, and finds its scripts by itself.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: 'src/site/entry-client.tsx',
          checks: { bundlerTimings: false },
          output: {
            codeSplitting: {
              groups: [
                { name: 'first', tags: ['$initial'] },
                { name: sharedScript, minShareCount: 2 },
              ],
              includeDependenciesRecursively: false,
            },
          },
        },
      },
    },
    // Apart from the public's, so that no script of theirs can hold a byte of it.
    office: {
      consumer: 'client',
      build: {
        outDir: 'dist/office',
        manifest: true,
        rolldownOptions: { input: 'src/office/entry-client.tsx', checks: { bundlerTimings: false } },
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

/**
 * What only one page needs comes with that page. What it shares with others is told by folder: a script for each room of
 * a slice, one for the ground under all slices, and one for what sends a form, which most pages that are read do not.
 * Left alone, each small module that two pages share would be a request, and compressed without its neighbours.
 */
function sharedScript(file: string): string {
  if (sending.test(file)) return 'sending'
  const [, place, room] = /\/src\/(\w+)\/(?:(\w+)\/)?/.exec(file) ?? []
  if (!place || ground.includes(place)) return 'ground'
  return room && room !== 'reserve' ? `${place}-${room}` : place
}

const ground = ['words', 'platform', 'ui', 'rooms', 'availability']
const sending =
  /\/src\/(ui\/form\/(use-form|plain-form|errors-dialog|password-field|check-field)|platform\/http\/send-once)\b/

/**
 * A second minifier finds what the first has left: a kilobyte of what every page sends. A function in parentheses, and
 * those of the entry by the comment, are compiled beside the page and not while it wakes.
 */
function pressedAgain(): Plugin {
  return {
    name: 'pressed-again',
    applyToEnvironment: ({ name }) => name === 'client' || name === 'office',
    generateBundle: {
      // The bundler adds what a page brings with it last.
      order: 'post',
      async handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const { code } = await minify(chunk.code, {
            module: true,
            ecma: 2020,
            compress: { passes: 3, sequences: false },
            ...(chunk.isEntry && { format: { wrap_func_args: true, preamble: '//# allFunctionsCalledOnLoad' } }),
          })
          chunk.code = code!
        }
      },
    },
  }
}

/** Class names are in every page three times (markup, style, script), so they are short. */
function shortName(name: string, file: string): string {
  const source = `${relative(import.meta.dirname, file)} ${name}`
  return '_' + createHash('sha256').update(source).digest('base64url').replace(/[-_]/g, '').slice(0, 6)
}
