import type { ViewPage } from '../../search/view-search.ts'
import { shell } from '../shell.ts'
import type { Text } from '../../text.ts'

export const views = {
  title: ['Visões', 'Views'],
  mine: ['Minhas visões', 'My views'],
  shared: ['Compartilhadas com meu perfil', 'Shared with my role'],
  none: ['Nenhuma visão salva nesta página.', 'No view has been saved on this page.'],
  noneAnywhere: [
    'Salve os filtros de uma lista e eles aparecem aqui.',
    'Save the filters of a list and they appear here.',
  ],
  save: ['Salvar filtros atuais', 'Save the current filters'],
  saveTitle: ['Salvar visão', 'Save view'],
  editTitle: ['Alterar visão', 'Change view'],
  name: ['Nome', 'Name'],
  nameMissing: ['Dê um nome à visão', 'Give the view a name'],
  share: ['Quem vê', 'Who sees it'],
  onlyMe: ['Só eu', 'Only me'],
  replace: ['Trocar pelos filtros atuais', 'Replace by the current filters'],
  edit: (name: string) => [`Alterar ${name}`, `Change ${name}`] as const,
  remove: (name: string) => [`Excluir ${name}`, `Delete ${name}`] as const,
  removeTitle: ['Excluir visão?', 'Delete view?'],
  removeBody: (name: string) =>
    [
      `“${name}” some também para quem a recebeu.`,
      `“${name}” is gone for those it was shared with, too.`,
    ] as const,
  removeDo: ['Excluir', 'Delete'],
  saved: ['Visão salva', 'View saved'],
  removed: ['Visão excluída', 'View deleted'],
  by: (name: string) => [`de ${name}`, `by ${name}`] as const,
} as const

export const viewPage: Record<ViewPage, Text> = {
  charges: shell.charges,
  cases: shell.cases,
  payouts: shell.payouts,
  statement: shell.statement,
  reconciliation: shell.reconciliation,
}
