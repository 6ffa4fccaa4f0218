/** Loads a page when its styles are there. What the document came with is named in its head and not fetched again. */
export function withStyles<Module>(load: () => Promise<Module>, styles: readonly string[] = []): Promise<Module> {
  return Promise.all(styles.map((file) => (coming[file] ??= fetchStyle(file)))).then(load)
}

const coming: Record<string, Promise<void>> = {}

async function fetchStyle(file: string): Promise<void> {
  const href = '/' + file
  if (document.head.querySelector(`link[href="${href}"]`)) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  document.head.append(link)
  try {
    await new Promise((done, fail) => Object.assign(link, { onload: done, onerror: fail }))
  } catch {
    link.remove()
    delete coming[file]
    throw new Error(`no style ${href}`)
  }
}
