/**
 * Pictures of the build that stand beside passages, by the page and the key of a passage. They come with the product: a
 * house that has rewritten its passages keeps them.
 */
export const illustrations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  home: {
    'taken-apart': 'garment-taken-apart',
    customisation: 'process-dip',
    innovation: 'process-loom',
    manufacturing: 'process-zipper-chain',
    quality: 'process-pull-test',
    'eco-friendly': 'product-poly-bag',
    delivery: 'product-carton',
    'why-choose-us': 'process-sealed-sample',
  },
}
