/** The maximum side of an uploaded picture: enough to read the print of a document, but a small upload from a phone. */
const MAX_SIDE_PX = 1_600
const JPEG_QUALITY = 0.8

/** Shrinks a picture and returns it in base64. Returns null if the browser cannot decode the picture. */
export async function shrinkPicture(file: File): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', JPEG_QUALITY).replace(/^data:image\/jpeg;base64,/, '')
}
