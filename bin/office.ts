/** Returns whether only the office loads a file. The path is relative to src/. */
export const isOfficePath = (path: string): boolean =>
  /(^|\/)office\/|^(stays\/bills|front-desk\/desk|insight\/figures)\/|^ui\/rich-text\/|^routes\/office(-api)?\.ts$|^locales\/(.*-office|(en|bn)\/emails)\.ts$/.test(
    path,
  )
