/** What of src/ is the office alone, by its path there: nobody of the public loads it. */
export const isOffice = (path: string): boolean =>
  /^([^/]+\/)?office\/|^(bills|desk|figures)\/|^ui\/rich-text\/|^urls-office(-api)?\.ts$|^words\/.*-office\.ts$/.test(
    path,
  )
