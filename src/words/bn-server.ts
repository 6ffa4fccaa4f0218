import type { ServerDictionary } from './words.ts'

export const bnServer: ServerDictionary = {

}
