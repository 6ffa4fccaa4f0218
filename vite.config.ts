import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { minify } from 'terser'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { createReactTrimmer } from './bin/lean-react.ts'
import { checkBrowserModules } from './bin/browser-modules.ts'
import { nameBreakpoints } from './bin/name-breakpoints.ts'
import { isOfficePath } from './bin/office.ts'
import { createPageSourcesPlugin } from './bin/page-sources.ts'

const readingEntry = 'src/site/entry-reading.ts'

/** Builds the pages twice, for browsers and for the server, and the back office as a separate bundle. */
export default defineConfig({
  plugins: [
    createPageSourcesPlugin(import.meta.dirname),
    react(),
    createReactTrimmer(import.meta.dirname),
    checkBrowserModules(import.meta.dirname),
    minifyWithTerser(),
    minifyInlineScript(),
    useOneByteStrings(),
  ],
  publicDir: false,
  css: { modules: { generateScopedName: makeShortNames() }, postcss: { plugins: [nameBreakpoints()] } },
  builder: {},
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The server lists the files of a page, so the build adds no preloads. A page that is loaded later contains its
    // style and the list of its scripts.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          // The server needs the styles of reading pages. Browsers never load the scripts of these pages.
          input: ['src/site/entry-client.tsx', readingEntry, 'src/site/reading-pages.ts'],
          checks: { bundlerTimings: false },
          // Our modules have no side effects. Those that only the server uses are left out, with their styles.
          treeshake: { moduleSideEffects: (id) => !/\/src\/.*\.tsx?$/.test(id) },
          output: {
            // Every page lists the files of the other pages, so short hashes keep it small.
            hashCharacters: 'hex',
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: {
              groups: [
                // Reading pages load this script without React.
                { name: (file, chunking) => (isInReadingEntry(file, chunking) ? 'frame' : null) },
                {
                  name: 'first',
                  tags: ['$initial'],
                  test: (file) => !/\/site\/(entry-reading|reading-pages)\.ts$/.test(file),
                },
                { name: 'first', test: /rolldown\/runtime/ },
                // The confirmation page needs no booking form, and search pages need no rooms of a party.
                {
                  name: 'bookings',
                  test: /\/bookings\/(reserve\/(?!made)|search\/(?=.*party))?[\w.-]+$/,
                  minShareCount: 2,
                  entriesAware: true,
                },
                { name: getSharedScript, minShareCount: 2 },
              ],
              includeDependenciesRecursively: false,
            },
          },
        },
      },
    },
    // Separate from the public bundle, so that public scripts contain no office code.
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
          input: [
            'src/app/main.ts',
            'src/app/admin/admin.ts',
            'src/site/entry-server.tsx',
            'src/app/parser-process.ts',
          ],
          // Node keeps the source in memory.
          output: { comments: false },
        },
      },
      // These packages are loaded from node_modules when they are first needed.
      resolve: {
        noExternal: true,
        external: ['nodemailer', 'pdfkit', 'postal-mime', 'sanitize-html', 'sharp', 'wawoff2'],
      },
    },
  },
})

/** Shortens the names in the inline script, which is a part of every page. */
function minifyInlineScript(): Plugin {
  return {
    name: 'minify-inline-script',
    enforce: 'post',
    transform: {
      filter: { id: /\/platform\/pages\/fetch-scripts\.ts$/ },
      async handler(code) {
        const { code: minifiedCode } = await minify(code, { module: true })
        return { code: minifiedCode!, map: null }
      },
    },
  }
}

/**
 * Chooses the shared script of a module by its folder. There is one script for each folder of a slice, one for the base
 * code of all slices, one for booking terms and tabs, and one for sending forms, which most pages do not need. Code of
 * a single page stays in that page. Without this, each small shared module would be its own request and compress worse.
 */
function getSharedScript(file: string): string {
  if (formFiles.test(file)) return 'sending'
  if (termsFiles.test(file)) return 'agreed'
  // Only pages of articles load the link groups of the footer in the browser.
  if (file.includes('/frame/link-group')) return 'site-reading'
  // The home page needs the teasers, but no other part of the reading pages.
  if (/\/reading\/(teasers|post-path)\.ts/.test(file)) return 'content'
  // Only posts and the packages page need these modules, so the other article pages do not load them.
  if (file.includes('/reading/package')) return 'packages'
  // Only pages with a search bar load it. The room page has the date fields alone.
  if (searchBarFiles.test(file)) return 'search-bar'
  // Pages of every slice use these modules, and the frame does not.
  if (/\/(portal\/use-(session|sign-out)|content\/today|basket\/use-basket)\.ts$/.test(file)) return 'ground'
  // Product pages fill the basket. A file of its own would be a request for 200 bytes.
  if (file.endsWith('/basket/lines.ts')) return 'enquiries'
  // Pages of sent enquiries describe lines and states. Product pages do not.
  if (/\/(enquiries\/describe-line|own-enquiries\/state-label)\.ts$/.test(file)) return 'own-enquiries-buyer'
  // Only forms with files and the enquiry basket have remove buttons.
  if (file.includes('/ui/remove-button')) return 'enquiries-files'
  // The dialog with the errors of a form loads when it opens.
  if (file.includes('/form/errors-dialog')) return 'errors-dialog'
  // Booking and enquiry forms load the script for sending forms, and have no password.
  if (file.includes('/form/password-field')) return 'password'
  // Room prices appear in search and in booking, which loads the search script anyway.
  if (file.includes('/rooms/room-price')) return 'bookings-search'
  const [, slice, folder] =
    /\/src\/(?:(?:insight|money|front-desk|trade|stays|people)\/)?([\w-]+)\/(?:([\w-]+)\/)?/.exec(file) ?? []
  if (!slice || baseSlices.includes(slice)) return 'ground'
  return folder ? `${slice}-${folder}` : slice
}

const readingModules = new Set<string>()

/** Returns whether the script of reading pages imports the module, directly or through others. */
function isInReadingEntry(file: string, chunking: Pick<Rolldown.PluginContext, 'getModuleInfo'>): boolean {
  if (readingModules.size === 0) {
    readingModules.add(join(import.meta.dirname, readingEntry))
    for (const id of readingModules)
      for (const imported of chunking.getModuleInfo(id)!.importedIds) readingModules.add(imported)
  }
  return readingModules.has(file) && !file.endsWith(readingEntry)
}

const baseSlices = ['routes', 'schema', 'locales', 'platform', 'ui', 'rooms', 'availability']
const searchBarFiles = /\/(search\/search-(bar|button|band)|form\/stepper)\b/
const termsFiles = /\/src\/(ui\/tabs|stays\/(policies|bookings\/reserve\/made-booking))\b/
const formFiles = /\/src\/(ui\/form\/(use-form|plain-form|optional-label|check-field)|platform\/http\/send-once)\b/

/**
 * Minifies a second time, which saves a kilobyte on every page. Functions in parentheses, and all functions of the
 * entry through the comment, are compiled in the background and not during hydration.
 */
function minifyWithTerser(): Plugin {
  return {
    name: 'minify-again',
    applyToEnvironment: ({ name }) => name === 'client' || name === 'office',
    generateBundle: {
      // The bundler adds the dependency lists of pages last.
      order: 'post',
      async handler(_options, bundle) {
        // The text editor of the office calls functions with `new`, which arrow functions do not support. Public
        // scripts do not.
        const isPublic = this.environment.name === 'client'
        const unsafeOptions = { unsafe_arrows: isPublic, unsafe_methods: isPublic }
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const { code } = await minify(chunk.code, {
            module: true,
            ecma: 2020,
            compress: { passes: 8, sequences: false, ...unsafeOptions },
            ...(chunk.isEntry && { format: { wrap_func_args: true, preamble: '//# allFunctionsCalledOnLoad' } }),
          })
          chunk.code = code!
        }
      },
    },
  }
}

/**
 * Escapes the few characters beyond ASCII in the server code. With one of them, Node reads the source of the whole chunk
 * with two bytes per character. Chunks of Bangla texts stay as they are.
 */
function useOneByteStrings(): Plugin {
  const wideCharacterPattern = /[^\0-\x7f]/g
  return {
    name: 'one-byte-strings',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || (chunk.code.match(wideCharacterPattern)?.length ?? 0) * 10 > chunk.code.length)
            continue
          chunk.code = chunk.code.replace(
            wideCharacterPattern,
            (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
        }
      },
    },
  }
}

/**
 * Shortens class names to numbers, because each page contains them three times (markup, style, script). The number is
 * the index among all class names, which is the same in each bundle.
 */
function makeShortNames() {
  const srcFolder = join(import.meta.dirname, 'src')
  const files = readdirSync(srcFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.module.css'),
  )
  // Office classes come last, so that public classes get the shortest names.
  const orderedFiles = files.toSorted((a, b) => Number(isOfficePath(a)) - Number(isOfficePath(b)) || (a < b ? -1 : 1))
  const classNames = orderedFiles.flatMap((file) => {
    const css = readFileSync(join(srcFolder, file), 'utf8')
    return [...new Set(css.match(/(?<=\.|@keyframes )[a-z][\w-]*/gi))].map((name) => `${file} ${name}`)
  })
  const numbersByClass = new Map(classNames.map((name, number) => [name, number]))
  return (name: string, file: string): string => {
    const number = numbersByClass.get(`${relative(srcFolder, file)} ${name}`)
    if (number === undefined) throw new Error(`No class of ${file} is called ${name}: restart the build.`)
    return String.fromCharCode(65 + (number % 26)) + Math.floor(number / 26).toString(36)
  }
}
