export const maxContacts = 20
