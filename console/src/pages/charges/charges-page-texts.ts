/** Texts of the list alone, so that the page of a charge does not load them. */
export const chargesPage = {
  order: ['Mais recentes primeiro', 'Newest first'],
} as const
