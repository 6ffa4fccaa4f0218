import { sendRequest } from './send-request.ts'

/** Returns paths whose responses the server creates in different ways. */
export async function listResponsePaths(url: string): Promise<Map<string, string>> {
  const { body } = await sendRequest(url, '/api/public/activeRooms')
  return new Map([
    ['a picture', JSON.parse(String(body)).data[0].roomImage as string],
    ['a page with errors in its form', '/rooms?check_in=x'],
    ['a page made for each request', '/rooms?adult=2'],
    ['a cached page', '/'],
    ['the API', '/api/public/activeRooms'],
    ['the OpenAPI document', '/api/openapi.json'],
    ['a page that does not exist', '/no-such-page'],
    ['an endpoint that does not exist', '/api/nope'],
  ])
}

/** Lists the paths of the pictures of the home page. */
export async function listPicturePaths(url: string): Promise<string[]> {
  const page = String((await sendRequest(url, '/')).body)
  return [...new Set([...page.matchAll(/(\/pictures\/[^" ]+\.(?:avif|jpg))/g)].map(([, path]) => path!))]
}

export async function findLargestPicturePath(url: string): Promise<string> {
  const sizes = await Promise.all(
    (await listPicturePaths(url)).map(async (path) => {
      const { headers } = await sendRequest(url, path, { method: 'HEAD' })
      return [Number(headers['content-length']), path] as const
    }),
  )
  return sizes.sort(([a], [b]) => b - a)[0]![1]
}
