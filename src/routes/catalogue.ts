/** The PDF of all products, in each language. It is separate from public.ts because only one page links to it. */
export const cataloguePath = '/catalogue.pdf'
