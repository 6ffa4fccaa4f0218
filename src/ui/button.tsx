import { useLayoutEffect, type ButtonHTMLAttributes, type ComponentProps } from 'react'
import { Link } from '#platform/pages/page.tsx'
import styles from './button.module.css'

/** Primary: the main action of a screen. Secondary: another action. Quiet: everything else. */
type ButtonVariant = 'primary' | 'secondary' | 'quiet'

/** While busy the button is disabled. Afterwards the element that lost the focus gets it back. */
export function Button({
  variant = 'primary',
  isBusy = false,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { variant?: ButtonVariant; isBusy?: boolean }) {
  useLayoutEffect(() => {
    if (!isBusy) return
    const focusedElement = document.activeElement as HTMLElement | null
    return () => {
      if (document.activeElement === document.body) focusedElement?.focus()
    }
  }, [isBusy])
  return <button type="button" {...rest} {...(isBusy && busyProps)} className={joinClasses(variant, className)} />
}

const busyProps = { disabled: true, 'aria-busy': true } as const

export function ButtonLink({
  variant = 'primary',
  className,
  ...rest
}: ComponentProps<typeof Link> & { variant?: ButtonVariant }) {
  return <Link {...rest} className={joinClasses(variant, className)} />
}

const joinClasses = (variant: ButtonVariant, extraClasses = '') =>
  `${styles.button} ${styles[variant]} ${extraClasses}`.trimEnd()
