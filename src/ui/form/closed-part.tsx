import { useState, type ReactNode } from 'react'

/**
 * A part of a form that is closed until it is needed. It opens when one of its fields has an error, and stays open
 * until the user closes it.
 */
export function ClosedPart({
  summary,
  hasError,
  className,
  children,
}: {
  summary: ReactNode
  hasError: boolean
  className: string | undefined
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={className}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
