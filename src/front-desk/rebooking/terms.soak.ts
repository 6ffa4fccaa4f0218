import './terms.test.ts'
