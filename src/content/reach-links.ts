/** Returns the link to a WhatsApp chat, with an optional text for the message field. */
export const buildWhatsAppUrl = (number: string, text?: string): string =>
  'https://wa.me/' + number.replace(/\D/g, '') + (text ? '?text=' + encodeURIComponent(text) : '')

export const buildTelephoneUrl = (number: string): string => 'tel:' + number.replace(/[^\d+]/g, '')

export const formatSocialName = (network: string): string =>
  brandNames[network] ?? network.charAt(0).toUpperCase() + network.slice(1)

const brandNames: Record<string, string> = {
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
}
