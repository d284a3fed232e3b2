import { expect, test } from 'vitest'
import { safeFileName } from './file-name.ts'

test.each([
  ['nota.pdf', 'nota.pdf'],
  ['Nota Fiscal São João.PDF', 'Nota Fiscal São João.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\ana\\nota.pdf', 'nota.pdf'],
  ['..', 'arquivo.pdf'],
  ['', 'arquivo.pdf'],
  [undefined, 'arquivo.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ['virus.exe', 'virus.exe.pdf'],
  ['foto.jpg', 'foto.jpg.pdf'],
  ['a\0b\nc\r.pdf', 'abc.pdf'],
  ['fdp.\u202enota.pdf', 'fdp.nota.pdf'],
  ['a<b>:"|?*.pdf', 'ab.pdf'],
  ['\ud800.pdf', '\ufffd.pdf'],
  ['e\u0301.pdf', 'é.pdf'],
  [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(120)}.pdf`],
  ['/', 'arquivo.pdf'],
])('the name %o becomes %o', (given, name) => {
  expect(safeFileName(given, 'application/pdf')).toBe(name)
})

test('the file name of a JPEG keeps .jpg or .jpeg in lower case, and any other name gets .jpg', () => {
  expect(['a.jpg', 'a.JPEG', 'a.png'].map((name) => safeFileName(name, 'image/jpeg'))).toEqual([
    'a.jpg',
    'a.jpeg',
    'a.png.jpg',
  ])
})
