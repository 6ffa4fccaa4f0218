import '#ui/tokens.css'
import '#ui/fonts/fonts.css'
import '#ui/base.css'
import '#ui/page.css'
import '#ui/layout.css'
import '#ui/prose.css'
import '#ui/print.css'
import type { ReactNode } from 'react'
import { GlobalProvider } from '#content/global.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { ToastProvider } from '#ui/toast.tsx'
import styles from './frame.module.css'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { Shell } from './shell.ts'

/** The frame of the pages of the site. */
export function Frame({ shell, children }: { shell: Shell; children: ReactNode }) {
  const { t } = useTranslator()
  return (
    <GlobalProvider value={shell.global}>
      <ToastProvider>
        <a className={styles.skip} href="#main">
          {t('shell.skip')}
        </a>
        <Header shell={shell} />
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <Footer shell={shell} />
      </ToastProvider>
    </GlobalProvider>
  )
}
