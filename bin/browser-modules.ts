import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { isOfficePath } from './office.ts'

/** The npm packages that each browser bundle may contain. */
const ALLOWED_PACKAGES = {
  client: /^(react|react-dom|scheduler)$/,
  office:
    /^(react|react-dom|scheduler|@tiptap\/(core|pm|extension-[\w-]+)|prosemirror-[\w-]+|orderedmap|rope-sequence|w3c-keyname)$/,
}
/**
 * Modules that must not reach a browser: server messages, and the messages of both languages at once. A page contains
 * only its own messages in one language.
 */
const SERVER_MESSAGES = /^src\/locales\/(both|.*-server)\.ts$/

/** Fails the build if a browser bundle contains a module that it must not load, such as server messages. */
export function checkBrowserModules(root: string): Plugin {
  return {
    name: 'check-browser-modules',
    applyToEnvironment: ({ name }) => name in ALLOWED_PACKAGES,
    generateBundle(_options, bundle) {
      const target = this.environment.name as keyof typeof ALLOWED_PACKAGES
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const id of chunk.moduleIds) {
          const error = describeModuleError(relative(root, id).replaceAll('\\', '/'), target)
          if (error) this.error(`${chunk.fileName} contains ${id}: ${error}`)
        }
      }
    },
  }
}

export function describeModuleError(path: string, target: keyof typeof ALLOWED_PACKAGES): string | undefined {
  if (path.includes('__vite-browser-external')) return 'Node modules do not run in browsers'
  const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  if (packageName && !ALLOWED_PACKAGES[target].test(packageName))
    return `the package ${packageName} is not allowed here`
  if (SERVER_MESSAGES.test(path)) return 'these messages are for the server only'
  if (target === 'client' && path.startsWith('src/') && isOfficePath(path.slice('src/'.length)))
    return 'only the office may load this'
  return undefined
}
