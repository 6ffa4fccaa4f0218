import { sendRequest, type RawResponse } from './send-request.ts'

/** The headers of browsers that open a page. */
export const desktopHeaders = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'accept-language': 'en-GB,en;q=0.5',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
}
export const phoneHeaders = {
  ...desktopHeaders,
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'sec-ch-ua-mobile': '?1',
}

/** Requests a page as a browser does. */
export const readPage = (
  url: string,
  path: string,
  extraHeaders: Record<string, string> = {},
  browser: object = desktopHeaders,
): Promise<RawResponse> =>
  sendRequest(url, path, { headers: { ...(browser as Record<string, string>), ...extraHeaders } })

/** Reports a client-side navigation, as our script does. */
export const reportNavigation = (
  url: string,
  path: string,
  navigation = 'moved',
  browser: object = desktopHeaders,
): Promise<RawResponse> =>
  sendRequest(url, path, {
    method: 'HEAD',
    headers: {
      ...(browser as Record<string, string>),
      'sec-fetch-dest': 'empty',
      'sec-fetch-site': 'same-origin',
      'x-seen': navigation,
    },
  })
