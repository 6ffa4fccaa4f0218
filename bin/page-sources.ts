// Adds the path of its file to each page that the site loads on demand, so that the server knows the scripts of the page.
import { relative } from 'node:path'
import type { Plugin } from 'vite'

const pageImport = /\(\) => import\('([^']+)'\)/g

export function createPageSourcesPlugin(root: string): Plugin {
  return {
    name: 'page-sources',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: {
      filter: { id: /\/src\/site\/(pages\.tsx|reading-pages\.ts)$/ },
      async handler(code, id) {
        const sources = new Map<string, string>()
        for (const [, module] of code.matchAll(pageImport)) {
          const file = await this.resolve(module!, id)
          sources.set(module!, relative(root, file!.id))
        }
        const addSource = (load: string, module: string) =>
          `Object.assign(${load}, { source: ${JSON.stringify(sources.get(module))} })`
        return { code: code.replace(pageImport, addSource), map: null }
      },
    },
  }
}
