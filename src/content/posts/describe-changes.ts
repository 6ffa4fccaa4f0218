import { toPlainText } from '../excerpt.ts'
import { poishaToBdt } from '#platform/money.ts'
import { compareTexts, type TextSegment } from './difference.ts'
import { pickContent, type PostContent } from './post.ts'
import { parseStayExtras } from './stay-extras.ts'

/** Describes the changes of a post for the audit log. Texts are reduced to the changed paragraphs. */
export function describeChanges(before: PostContent, after: PostContent): { before: object; after: object } {
  const englishChanges = findChangedParagraphs(before.body_en, after.body_en)
  const banglaChanges = findChangedParagraphs(before.body_bn ?? '', after.body_bn ?? '')
  return {
    before: { ...toLoggedFields(before), text_en: englishChanges.before, text_bn: banglaChanges.before },
    after: { ...toLoggedFields(after), text_en: englishChanges.after, text_bn: banglaChanges.after },
  }
}

/** Describes the whole content of a post for the audit log. */
export const describeNewPost = (after: PostContent): { after: object } => ({
  after: { ...toLoggedFields(after), text_en: toPlainText(after.body_en), text_bn: toPlainText(after.body_bn ?? '') },
})

function toLoggedFields(content: PostContent): object {
  const {
    body_en: _,
    body_bn: __,
    stay_nights,
    stay_room_id,
    stay_price_poisha,
    stay_extras,
    category_id,
    slug,
    ...otherFields
  } = pickContent(content)
  return {
    ...otherFields,
    category: category_id,
    address: slug,
    nights: stay_nights,
    room: stay_room_id,
    package_price: stay_price_poisha && poishaToBdt(stay_price_poisha),
    included_extras: parseStayExtras(stay_extras ?? null)
      .map(({ id, quantity }) => `${quantity} × ${id}`)
      .join(', '),
  }
}

function findChangedParagraphs(before: string, after: string): { before: string; after: string } {
  if (before === after) return { before: '', after: '' }
  const changedParagraphs = compareTexts(before, after).filter(({ isSame }) => !isSame)
  const joinPiecesWithout = (kind: TextSegment['kind']) =>
    changedParagraphs
      .map((passage) =>
        passage.pieces
          .filter((segment) => segment.kind !== kind)
          .map(({ text }) => text)
          .join(''),
      )
      .filter(Boolean)
      .join(' … ')
  // Only the markup changed.
  return changedParagraphs.length > 0
    ? { before: joinPiecesWithout('added'), after: joinPiecesWithout('removed') }
    : { before: '', after: '…' }
}
