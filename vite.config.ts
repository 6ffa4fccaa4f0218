import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'
import { leanReact } from './bin/lean-react.ts'
import { checkBrowserModules } from './bin/browser-modules.ts'
import { isOffice } from './bin/office.ts'

/** Two bundles of the same pages: what browsers load, and what the server renders with; and the back office by itself. */
export default defineConfig({
  plugins: [react(), leanReact(import.meta.dirname), checkBrowserModules(import.meta.dirname), pressedAgain()],
  publicDir: false,
  css: { modules: { generateScopedName: makeShortNames() } },
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
                // What thanks for a booking loads nothing of its form, and what has a search no rooms of a party.
                {
                  name: 'bookings',
                  test: /\/bookings\/(reserve\/(?!made)|search\/(?=.*party))?[\w.-]+$/,
                  minShareCount: 2,
                  entriesAware: true,
                },
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
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: {
          input: ['src/app/main.ts', 'src/app/owner.ts', 'src/site/entry-server.tsx', 'src/app/parser-process.ts'],
        },
      },
      // These are loaded when they are first needed, from where they lie.
      resolve: {
        noExternal: true,
        external: ['nodemailer', 'pdfkit', 'postal-mime', 'sanitize-html', 'sharp', 'wawoff2'],
      },
    },
  },
})

/**
 * What only one page needs comes with that page. What it shares with others is told by folder: a script for each room of
 * a slice, one for the ground under all slices, one for what is agreed when a room is booked, and one for what sends a form,
 * which most pages that are read do not.
 * Left alone, each small module that two pages share would be a request, and compressed without its neighbours.
 */
function sharedScript(file: string): string {
  if (sending.test(file)) return 'sending'
  if (agreed.test(file)) return 'agreed'
  // Rooms have a price where they are searched, or booked, which takes the script of the search.
  if (file.includes('/rooms/room-price')) return 'bookings-search'
  const [, slice, folder] =
    /\/src\/(?:(?:insight|money|front-desk|trade|stays|people)\/)?([\w-]+)\/(?:([\w-]+)\/)?/.exec(file) ?? []
  if (!slice || ground.includes(slice)) return 'ground'
  return folder ? `${slice}-${folder}` : slice
}

const ground = ['routes', 'schema', 'locales', 'platform', 'ui', 'rooms', 'availability']
const agreed = /\/src\/stays\/(policies|bookings\/reserve\/made-booking)\b/
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
        // The office's editor calls old classes by `new`, which an arrow cannot be; the public has none of them.
        const unsafe_arrows = this.environment.name === 'client'
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const { code } = await minify(chunk.code, {
            module: true,
            ecma: 2020,
            compress: { passes: 3, sequences: false, unsafe_arrows },
            ...(chunk.isEntry && { format: { wrap_func_args: true, preamble: '//# allFunctionsCalledOnLoad' } }),
          })
          chunk.code = code!
        }
      },
    },
  }
}

/**
 * Class names are in every page three times (markup, style, script), so each is a number: its place among all of the house,
 * which is the same in each bundle.
 */
function makeShortNames() {
  const src = join(import.meta.dirname, 'src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.module.css'))
  // Those of the office come last: what is read by the public has the shortest.
  const inOrder = files.toSorted(
    (one, other) => Number(isOffice(one)) - Number(isOffice(other)) || (one < other ? -1 : 1),
  )
  const names = inOrder.flatMap((file) => {
    const css = readFileSync(join(src, file), 'utf8')
    return [...new Set(css.match(/(?<=\.|@keyframes )[a-z][\w-]*/gi))].map((name) => `${file} ${name}`)
  })
  const numbers = new Map(names.map((name, number) => [name, number]))
  return (name: string, file: string): string => {
    const number = numbers.get(`${relative(src, file)} ${name}`)
    if (number === undefined) throw new Error(`No class of ${file} is called ${name}: begin the build anew.`)
    return String.fromCharCode(65 + (number % 26)) + Math.floor(number / 26).toString(36)
  }
}
