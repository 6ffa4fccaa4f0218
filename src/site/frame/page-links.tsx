import { Link, useWords } from '../../platform/pages/page.tsx'
import { href, type PageName } from '../../urls.ts'
import type { PageWordKey } from '../../words/words.ts'

/** Pages by their names, one below or beside the other. */
export function PageLinks({
  to,
  className,
}: {
  to: readonly (readonly [PageName, PageWordKey])[]
  className?: string | undefined
}) {
  const { t } = useWords()
  return (
    <ul role="list" className={className}>
      {to.map(([page, label]) => (
        <li key={page}>
          <Link to={href(page)}>{t(label)}</Link>
        </li>
      ))}
    </ul>
  )
}
