import assert from 'node:assert/strict'
import type { Category, Post } from '#content/contract.ts'
import { toPlainText } from '#content/excerpt.ts'
import { savePost, type PostInput } from '#content/posts/post.ts'
import { inLanguage, type Language } from '#routes/public.ts'
import type { TestApp } from './test-app.ts'

/** Reads public posts and pages, and inserts published posts. */
export const createReader = (app: () => TestApp) => ({
  readCategory: async (id: number, language: Language): Promise<{ category: Category; data: Post[] }> =>
    (await app().call('getPostData', { post_category_id: id }, { language })).body,
  async readPage(path: string, language: Language = 'en'): Promise<string> {
    const response = await app().get(inLanguage(path, language))
    assert.equal(response.status, 200, path)
    return response.text()
  },
  addPost: (slug: string, overrides: Partial<PostInput> = {}) =>
    savePost(app().db, () => app().clock.now, {
      category_id: 14,
      slug,
      title_en: `Title of ${slug}`,
      summary_en: 'Summary',
      body_en: '<p>Text</p>',
      position: 900,
      published_at: app().clock.now,
      ...overrides,
    }),
})

/** Returns the main part without the data of its search. */
export const readMain = (html: string) => /<main\b.*<\/main>/s.exec(html)![0].replace(/<script\b.*?<\/script>/gs, '')
export const extractAside = (html: string) => /<aside\b.*?<\/aside>/s.exec(html)![0]

/** Returns the URL and the text of each link in the section with the given title. */
export function readSectionLinks(html: string, title: string): [string, string][] {
  const [, section] = new RegExp(`<h2[^>]*>${title}</h2>(.*?)</section>`, 's').exec(html)!
  return [...section!.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, text]) => [
    href!,
    toPlainText(text!),
  ])
}
