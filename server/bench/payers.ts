const GIVEN = (
  'Ana Beatriz Carlos Daniela Eduardo Fernanda Gustavo Helena Igor Joana Karina Leonardo Mariana Natália Otávio ' +
  'Patrícia Rafael Sabrina Tiago Úrsula Vinícius Wagner Xavier Yasmin Zélia Álvaro Bruno Cecília Diego Elisa'
).split(' ')
const FAMILY = (
  'Silva Souza Oliveira Santos Pereira Lima Carvalho Ferreira Rodrigues Almeida Costa Gomes Martins Araújo Melo ' +
  'Barbosa Ribeiro Alves Cardoso Schmidt Conceição Nogueira Prado Teixeira Moraes Brandão Guimarães Peixoto'
).split(' ')

/** The number of different payers. */
export const PAYERS_MAX = 20_000

const at = (words: string[], n: number): string => words[Math.floor(n) % words.length] ?? ''

/** Returns the payer with the number `n`, which is the same payer in every run. */
export function payerOf(n: number) {
  const number = n % PAYERS_MAX
  const name = `${at(GIVEN, number)} ${at(FAMILY, number / 7)} ${at(FAMILY, number / 210)}`
  const email = `pagador${number}@exemplo.com.br`
  return { name, document: cpfOf(100_000_000 + number * 7_919), email, phone: `+55119${10_000_000 + number}` }
}

/** Appends the two check digits to the nine digits of a CPF. */
function cpfOf(nine: number): string {
  const digits = Array.from(String(nine), Number)
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, index) => total + digit * (length + 1 - index), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}
