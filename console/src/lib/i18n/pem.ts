export const pem = {
  chooseFile: ['Ler de um arquivo', 'Read from a file'],
  chooseFileOf: (label: string) => [`Ler de um arquivo: ${label}`, `Read from a file: ${label}`] as const,
  tooLarge: ['O arquivo tem mais de 32 KiB', 'The file is larger than 32 KiB'],
} as const
