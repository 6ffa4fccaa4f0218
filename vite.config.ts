import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'

const mostPagesNeed =
  /src\/(site\/entry-client|accounts\/portal\/needs-scripts|ui\/(breadcrumb|button|field|notice|picture|use-form|use-on-demand)\.|platform\/http\/send-once|words\/dates|bookings\/guests-said)|room-fallback/
const accountForms =
  /src\/(ui\/((check|password)-field|errors-dialog)|accounts\/portal\/(account-form|new-password|outcome|portal|use-link))\./

/**
 * A page has a few scripts: what most pages need, what it shares with its likes, and its own. Left alone, each small
 * module that two pages share would be a request, and compressed without its neighbours.
 */
const chunks = [
  { name: 'first', test: mostPagesNeed, includeDependenciesRecursively: true },
  { name: 'search', test: /src\/(bookings\/search\/(search-(bar|band)|last-search|dates-calendar)|ui\/stepper)\./ },
  {
    name: 'history',
    test: /src\/bookings\/(stays\/(cancel-stay|stay-(calendar|parts|state))|summary)\./,
    minShareCount: 2,
  },
  { name: 'beside', test: /src\/(site\/reading\/(sidebar|category-links)|ui\/page-head)\./, minShareCount: 2 },
  { name: 'reading', test: /src\/(site|content)\//, minShareCount: 2 },
  { name: 'new-password', test: /src\/accounts\/(portal\/new-password|password-rule)\./ },
  { name: 'sign-in', test: /src\/accounts\/portal\/(login-form|device-tokens|own-path|use-way-on)\./ },
  { name: 'account', test: accountForms },
  { name: 'member', test: /src\/accounts\/member\/(member-|use-own|profile-page\.module)/ },
  { name: 'file', test: /src\/ui\/paper\/save-file\./ },
  { name: 'dialog', test: /src\/ui\/(dialog|errors-dialog)\./ },
  { name: 'carousel', test: /src\/ui\/(carousel|use-swipe)\./ },
  { name: 'stays', test: /src\/(bookings\/|rooms\/|ui\/)/, minShareCount: 2 },
  { name: 'forms', minShareCount: 2 },
]

/** Every page names all scripts there are, and nothing in a hash can be compressed: six letters of it tell versions apart. */
const named = {
  entryFileNames: 'assets/[name]-[hash:6].js',
  chunkFileNames: 'assets/[name]-[hash:6].js',
  assetFileNames: 'assets/[name]-[hash:6][extname]',
}

const namesGiven = new Map<string, string>()

/** Two bundles of the same pages: what browsers load, and what the server renders with. */
export default defineConfig({
  plugins: [react(), ownLoader(), pressedAgain()],
  publicDir: false,
  css: { modules: { generateScopedName: shortName } },
  builder: {},
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The server names what a page needs; a page that is loaded later brings its style, and finds its scripts by itself.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((each) => each.endsWith('.css')),
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: 'src/site/entry-client.tsx',
          checks: { bundlerTimings: false },
          output: { ...named, codeSplitting: { groups: chunks, includeDependenciesRecursively: false } },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: { input: 'src/site/entry-server.tsx', output: { assetFileNames: named.assetFileNames } },
      },
      resolve: { noExternal: true },
    },
  },
})

/** Takes the place of Vite's own, which is several times as long and in every page. */
function ownLoader(): Plugin {
  return {
    name: 'own-loader',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return null
      return `export { withStyles as __vitePreload } from '/src/platform/pages/with-styles.ts'`
    },
  }
}

/**
 * A second minifier finds what the first has left: a kilobyte of what every page sends. A function in parentheses, and
 * those of the entry by the comment, are compiled beside the page and not while it wakes.
 */
function pressedAgain(): Plugin {
  return {
    name: 'pressed-again',
    applyToEnvironment: ({ name }) => name === 'client',
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

/** Class names are in every page three times (markup, style, script), so they are short; two that meet stop the build. */
function shortName(name: string, file: string): string {
  const source = `${relative(import.meta.dirname, file)} ${name}`
  const short = '_' + createHash('sha256').update(source).digest('base64url').replace(/[-_]/g, '').slice(0, 3)
  const other = namesGiven.get(short)
  if (other !== undefined && other !== source)
    throw new Error(`the class names of ${source} and ${other} meet: rename one`)
  namesGiven.set(short, source)
  return short
}
