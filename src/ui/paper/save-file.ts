/** Hands a file to the reader, who keeps it where such files are kept. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), LASTS_MS)
}

/** Browsers that ask where to put it fetch it only then. */
const LASTS_MS = 60_000
