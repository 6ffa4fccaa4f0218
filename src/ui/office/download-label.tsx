import styles from './download-label.module.css'
import { OfficeIcon } from './icons.tsx'

/** The name of a download. In the head of a list on a narrow screen, sighted users see an icon instead. */
export const DownloadLabel = ({ children }: { children: string }) => (
  <span className={styles.download} data-download>
    <OfficeIcon name="download" />
    <span>{children}</span>
  </span>
)
