import type { ReactNode } from 'react'

/** A section that is folded on narrow screens. On wider screens it is open, and its heading is no control. */
export const NarrowFold = ({
  title,
  className,
  children,
}: {
  title: string
  className?: string
  children: ReactNode
}) => (
  <section className={className}>
    <details className="narrow-fold">
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  </section>
)
