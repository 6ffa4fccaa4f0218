declare module 'wawoff2/decompress.js' {
  /** Returns the font of a WOFF2 file as TrueType. */
  export default function decompress(woff2: Uint8Array): Promise<Uint8Array>
}
