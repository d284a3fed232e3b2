const GIVEN = (
  'Ana Beatriz Carlos Daniela Eduardo Fernanda Gustavo Helena Igor Joana Karina Leonardo Mariana Natália Otávio ' +
  'Patrícia Rafael Sabrina Tiago Úrsula Vinícius Wagner Xavier Yasmin Zélia Álvaro Bruno Cecília Diego Elisa'
).split(' ')
const FAMILY = (
  'Silva Souza Oliveira Santos Pereira Lima Carvalho Ferreira Rodrigues Almeida Costa Gomes Martins Araújo Melo ' +
  'Barbosa Ribeiro Alves Cardoso Schmidt Conceição Nogueira Prado Teixeira Moraes Brandão Guimarães Peixoto'
).split(' ')

export interface Payer {
  name: string
  document: string
  email: string
  phone: string
}

/** The number of different payers. */
export const PAYERS_MAX = 20_000

/** Returns the payer of a number. The result is deterministic. */
export function payerOf(n: number): Payer {
  const number = n % PAYERS_MAX
  const given = GIVEN[number % GIVEN.length] ?? ''
  const middle = FAMILY[Math.floor(number / 7) % FAMILY.length] ?? ''
  const family = FAMILY[Math.floor(number / 210) % FAMILY.length] ?? ''
  return {
    name: `${given} ${middle} ${family}`,
    document: cpfOf(100_000_000 + number * 7_919),
    email: `pagador${number}@exemplo.com.br`,
    phone: `+55119${String(10_000_000 + number)}`,
  }
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
