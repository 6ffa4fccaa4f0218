import { getSchema } from '@tiptap/core'
import { blocks } from './blocks.ts'
import { marks } from './marks.ts'
import { tables } from './table.ts'

export const editorExtensions = [...blocks, ...tables, ...marks]

export const schema = getSchema(editorExtensions)
