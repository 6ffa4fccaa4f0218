import './units.test.ts'
