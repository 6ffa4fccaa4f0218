import { Link, useTranslator } from '#platform/pages/page.tsx'
import type { NearStays as Near } from '../../availability/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import styles from './near-stays.module.css'

/** Why a room cannot be booked, with links to its nearest dates and to other rooms. The server writes the texts. */
export function NearStays({ near: { title, lists, action } }: { near: Near }) {
  const { money } = useTranslator()
  return (
    <section className={styles.near}>
      <h2 className="size-3">{title}</h2>
      {action?.stay && <ButtonLink to={action.to}>{action.label}</ButtonLink>}
      {lists.map((list) => (
        <div key={list.title}>
          <p className="note">{list.title}</p>
          <ul role="list" className="divided">
            {list.data.map(({ text, total, path }) => (
              <li key={path} className="row-4 between">
                <Link className="tall" to={path}>
                  {text}
                </Link>
                <strong>{money(total)}</strong>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
