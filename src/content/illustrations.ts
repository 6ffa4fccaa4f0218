/** The built-in pictures next to passages, by page and passage key. They stay even if the passages are rewritten. */
export const illustrations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  home: {
    'taken-apart': 'garment-taken-apart',
    customisation: 'process-dip',
    innovation: 'process-loom',
    manufacturing: 'process-zipper-chain',
    quality: 'process-pull-test',
    'eco-friendly': 'product-poly-bag',
    delivery: 'blog-lead-times',
    'why-choose-us': 'process-sealed-sample',
  },
  about: { workplace: 'about-workshop' },
  trade: {
    matching: 'work-matching',
    sampling: 'work-samples',
    testing: 'work-testing',
    packing: 'work-packing',
  },
  service: { house: 'house-table' },
  rooms: { house: 'banner-facade-dusk' },
}
