import './many-pictures.test.ts'
