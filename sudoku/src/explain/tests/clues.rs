//! The words of rules: for each, the first step that takes a clue of it alone.

use super::*;

/// A clue on a grid, and the first step by it, in words.
const TEXTS: &[(&str, &str)] = &[
    (
        "size: 4\nkiller 7: r1c1 r1c2\n",
        "The cage R1C1 and R1C2 has different values that add up to 7. R1C1 and R1C2 can only be 3+4: R1C1 and R1C2 lose 1 and 2.",
    ),
    (
        "size: 9\nkiller 8: r1c1-r1c3\n",
        "The cage R1C1, R1C2 and R1C3 has different values that add up to 8. R1C1, R1C2 and R1C3 can only be 1+2+5 or 1+3+4: R1C1, R1C2 and R1C3 lose 6 to 9.",
    ),
    (
        "size: 4\nblack: r1c1 r1c2\ngrid:\n1...\n....\n....\n....\n",
        "One of R1C1 and R1C2 is twice the other. R1C1 is 1, so R1C2 is 2.",
    ),
    (
        "size: 6\nblack 3: r1c1 r1c2\n",
        "One of R1C1 and R1C2 is 3 times the other. R1C1 and R1C2 can only be 1/3 or 2/6: R1C1 and R1C2 lose 4 and 5.",
    ),
    (
        "size: 9\nwhite 7: r1c1 r1c2\n",
        "R1C1 and R1C2 differ by exactly 7. R1C1 and R1C2 can only be 1/8 or 2/9: R1C1 and R1C2 lose 3 to 7.",
    ),
    (
        "size: 9\nwhite: r1c1 r1c2\ngrid:\n9........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "R1C1 and R1C2 are consecutive. R1C1 is 9, so R1C2 is 8.",
    ),
    (
        "size: 9\narrow: r1c1 = r1c2 r1c3 r2c4\n",
        "The shaft of the arrow, R1C2, R1C3 and R2C4, sums to the number in R1C1. R1C2, R1C3 and R2C4 add up to at least 4 (1+2+1, as R1C2 and R1C3 differ in row 1), so R1C1 is at least 4: R1C1 loses 1, 2 and 3. Whichever of R1C2 and R1C3 is left out, the others add up to at least 2 (1+1), and R1C1 is at most 9, so R1C2 and R1C3 are at most 7: R1C2 and R1C3 lose 8 and 9. R1C2 and R1C3 add up to at least 3 (1+2), and R1C1 is at most 9, so R2C4 is at most 6: R2C4 loses 7, 8 and 9.",
    ),
    (
        "size: 9\nthermo: r1c1-r1c4\n",
        "The thermometer rises along R1C1, R1C2, R1C3 and R1C4. R1C4 is at most 9, so R1C3 is at most 8, R1C2 is at most 7 and R1C1 is at most 6; R1C1 is at least 1, so R1C2 is at least 2, R1C3 is at least 3 and R1C4 is at least 4: R1C1 loses 7, 8 and 9; R1C2 loses 1, 8 and 9; R1C3 loses 1, 2 and 9; R1C4 loses 1, 2 and 3.",
    ),
    (
        "size: 9\nslow-thermo: r1c1-r4c1 r4c2\n",
        "The slow thermometer never falls along R1C1, R2C1, R3C1, R4C1 and R4C2, where R1C1, R2C1, R3C1 and R4C1 differ (column 1), and R4C1 and R4C2 differ (row 4). R4C2 is at most 9, so R4C1 is at most 8, R3C1 is at most 7, R2C1 is at most 6 and R1C1 is at most 5; R1C1 is at least 1, so R2C1 is at least 2, R3C1 is at least 3, R4C1 is at least 4 and R4C2 is at least 5: R1C1 loses 6 to 9; R2C1 loses 1, 7, 8 and 9; R3C1 loses 1, 2, 8 and 9; R4C1 loses 1, 2, 3 and 9; R4C2 loses 1 to 4.",
    ),
    (
        "size: 9\nlittle-killer 7: r1c3 dl\n",
        "The diagonal R1C3, R2C2 and R3C1 sums to 7. R1C3, R2C2 and R3C1 can only be 1+2+4: R1C3, R2C2 and R3C1 lose 3 and 5 to 9.",
    ),
    (
        "size: 9\nsum 5: r1c1 r2c2\n",
        "The sum of R1C1 and R2C2 is 5. R1C1 and R2C2 can only be 1+4 or 2+3: R1C1 and R2C2 lose 5 to 9.",
    ),
    (
        "size: 9\nskyscraper 8: left 1\n",
        "Looking from R1C1 to R1C9, the number of visible skyscrapers (values greater than all before them) is 8. Otherwise the number of visible skyscrapers could not be 8: R1C1 loses 3 to 8; R1C2 loses 4 to 8; R1C3 loses 5 to 8; R1C4 loses 6, 7 and 8; R1C5 loses 7 and 8; R1C6 loses 8; R1C7 loses 9. With 9 in R1C1, R1C2, R1C3, R1C4, R1C5 or R1C6, the number of visible skyscrapers would be at most 6 (only R1C1, R1C2, R1C3, R1C4, R1C5 and R1C6): R1C1, R1C2, R1C3, R1C4, R1C5 and R1C6 lose 9.",
    ),
    (
        "size: 9\nrenban: r1c1-r1c3\ngrid:\n9........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "The renban line R1C1, R1C2 and R1C3 has consecutive values in any order. R1C1 is 9, so R1C2 and R1C3 can only be 7/8: R1C2 and R1C3 lose 1 to 6.",
    ),
    (
        "size: 9\nnabner: r1c1-r1c4\ngrid:\n5........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "No two values of the nabner line R1C1, R1C2, R1C3 and R1C4 are equal or consecutive. R1C1 is 5, so R1C2, R1C3 and R1C4 lose 4 and 6.",
    ),
    (
        "size: 9\nwhisper: r1c1-r1c3\n",
        "Neighbours on the whisper line R1C1, R1C2 and R1C3 differ by at least 5. 5 in R1C1, R1C2 or R1C3 would leave no value for a neighbour; 4 in R1C2 would need 9 in both R1C1 and R1C3, which see each other; 6 in R1C2 would need 1 in both R1C1 and R1C3, which see each other: R1C1 and R1C3 lose 5; R1C2 loses 4, 5 and 6.",
    ),
    (
        "size: 9\nx: r1c1 r1c2\n",
        "R1C1 and R1C2 sum to ten (X). R1C1 and R1C2 can only be 1+9, 2+8, 3+7 or 4+6: R1C1 and R1C2 lose 5.",
    ),
    (
        "size: 9\nv: r1c1 r1c2\n",
        "R1C1 and R1C2 sum to five (V). R1C1 and R1C2 can only be 1+4 or 2+3: R1C1 and R1C2 lose 5 to 9.",
    ),
    (
        "size: 9\npair-sum 4: r1c1 r1c2\n",
        "R1C1 and R1C2 sum to 4. R1C1 and R1C2 can only be 1+3: R1C1 and R1C2 lose 2 and 4 to 9.",
    ),
    (
        "size: 9\nallowed 1/2 3/4: r1c1 r1c2\n",
        "Each two neighbours on the line R1C1 and R1C2, in this order, are one of the pairs 1/2, 3/4. So R1C1 loses 2 and 4 to 9; R1C2 loses 1, 3 and 5 to 9.",
    ),
    (
        "size: 9\nzipper: r1c1-r1c3\n",
        "By the zipper line, R1C1 + R1C3 = R1C2. R1C3 is at least 1 and R1C2 is at most 9, so R1C1 loses 9. R1C1 and R1C3 add up to at least 3 (1+2), so R1C2 is at least 3: R1C2 loses 1 and 2. R1C1 is at least 1 and R1C2 is at most 9, so R1C3 loses 9.",
    ),
    (
        "size: 9\ngreater: r1c1 r1c2\n",
        "R1C1 is greater than R1C2. R1C2 is at least 1, so R1C1 is at least 2; R1C1 is at most 9, so R1C2 is at most 8: R1C1 loses 1; R1C2 loses 9.",
    ),
    (
        "size: 9\npalindrome: r1c1 r2c4 r5c5\ngrid:\n4........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "Cells at the same distance from the ends of the palindrome are equal: R1C1 = R5C5. R1C1 is 4, so R5C5 is 4.",
    ),
    (
        "size: 9\nbetween: r1c1-r1c3\n",
        "On the between line, R1C2 must be between R1C1 and R1C3: greater than one and less than the other. So R1C2 loses 1 and 9.",
    ),
    (
        "size: 9\nlockout: r1c1-r1c3\n",
        "R1C1 and R1C3, the ends of the lockout line, differ by at least 4, and R1C2 must not be equal to them or lie between them. One end is at most 5 and the other at least 5, and no other cell lies between them, so R1C2 loses 5.",
    ),
    (
        "size: 9\nsum-line 9: r1c1-r1c3\n",
        "The line R1C1, R1C2 and R1C3 can be cut into pieces that each sum to 9. So R1C2 loses 9.",
    ),
    (
        "size: 9\nequal-sums: r1c1 r1c2 r1c3 = r2c4\n",
        "The sums are equal: R1C1 + R1C2 + R1C3 = R2C4. Whichever of R1C1, R1C2 and R1C3 is left out, the others add up to at least 3 (2+1), and R2C4 is at most 9, so R1C1, R1C2 and R1C3 are at most 6: R1C1, R1C2 and R1C3 lose 7, 8 and 9. R1C1, R1C2 and R1C3 add up to at least 6 (1+2+3), so R2C4 is at least 6: R2C4 loses 1 to 5.",
    ),
    (
        "size: 9\nclone: r1c1 r1c2 = r5c5 r5c6\ngrid:\n4........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "The clones R1C1-R1C2 and R5C5-R5C6 have the same values in the same order. R1C1 is 4, so only 4 is left for R5C5.",
    ),
    (
        "size: 9\nentropic: r1c1-r1c3\ngrid:\n4........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "Any 3 neighbours on the entropic line R1C1, R1C2 and R1C3 are from different groups: 1/2/3, 4/5/6 and 7/8/9. R1C1 is 4, so R1C2 and R1C3 lose 5 and 6.",
    ),
    (
        "size: 9\nmodular 3: r1c1-r1c3\ngrid:\n4........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "Any 3 neighbours on the modular line R1C1, R1C2 and R1C3 are from different groups: 3/6/9, 1/4/7 and 2/5/8. R1C1 is 4, so R1C2 and R1C3 lose 1 and 7.",
    ),
    (
        "size: 9\nx-sum 45: left 1\n",
        "If R1C1 is N, the first N cells from R1C1 to R1C9 sum to 45. With 1 to 6 in R1C1, that sum would be at most 39 (6+4+5+7+8+9) with 6 in R1C1, and less with 1 to 5 in R1C1: R1C1 loses 1 to 6. With 7 in R1C1, that sum could not be 45: R1C1 loses 7.",
    ),
    (
        "size: 9\nsandwich 0: row 1\ngrid:\n1........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "From R1C1 to R1C9, the 1 and the 9 are neighbours. R1C1 is 1, so with another value in R1C2, the values between the 1 and the 9 would sum to at least 2 with 9 in R1C3, and more with 9 in R1C4, R1C5, R1C6, R1C7, R1C8 or R1C9: only 9 is left for R1C2.",
    ),
    (
        "size: 9\nnumbered-room 5: left 1\n",
        "If R1C1 is N, the N-th cell from R1C1 to R1C9 is 5 (R1C1 counts as the first). R1C1 is 5 only if R1C5, cell 5 from there, is 5, too, and they cannot both be: R1C1 and R1C5 lose 5.",
    ),
    (
        "size: 9\ncolumn-index: r1c4\ngrid:\n4........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "If R1C4 is N, the N-th cell of row 1 is 4. R1C1 is 4, so only 1 is left for R1C4.",
    ),
    (
        "size: 9\nnegative-index column: r1c4\ngrid:\n4........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "No cell without a mark says where in its row the number of its column stands. R1C1 is 4, so R1C4 loses 1.",
    ),
    (
        "size: 9\nnegative-index row: r1c4\ngrid:\n.........\n.........\n.........\n...1.....\n.........\n.........\n.........\n.........\n.........\n",
        "No cell without a mark says where in its column the number of its row stands. R4C4 is 1, so R1C4 loses 4.",
    ),
    (
        "size: 9\nnegative-index box: r1c1\ngrid:\n.1.......\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "No cell without a mark says where in its box, in reading order, its own place stands. R1C2 is 1, so R1C1 loses 2.",
    ),
    (
        "size: 9\nrow-index: r1c4\ngrid:\n4........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "If R1C4 is N, the N-th cell of column 4 is 1. R1C4 cannot be 4, but 1 in R4C4 would need 4 in R1C4, so R4C4 loses 1.",
    ),
    (
        "size: 4\nregex \"12*3\": r1c1-r1c3\n",
        "The values of R1C1, R1C2 and R1C3, in this order, match the pattern “12*3”. So R1C1 cannot be 2, 3 or 4. Only 1 is left for R1C1.",
    ),
    (
        "size: 9\nbox-index: r1c1\ngrid:\n.1.......\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "If R1C1 is N, the N-th cell of its box, in reading order, is 1. R1C2 is 1, so only 2 is left for R1C1.",
    ),
    (
        "size: 9\nglobal-entropy\ngrid:\n14.......\n2........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "The square R1C1, R1C2, R2C1 and R2C2 has a value from each of the groups 1/2/3, 4/5/6 and 7/8/9. R1C1 is 1, R1C2 is 4 and R2C1 is 2, so R2C2 loses 3, 5 and 6.",
    ),
    (
        "size: 9\nglobal-mod\ngrid:\n14.......\n2........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "The square R1C1, R1C2, R2C1 and R2C2 has a value from each of the groups 3/6/9, 1/4/7 and 2/5/8. R1C1 is 1, R1C2 is 4 and R2C1 is 2, so R2C2 loses 5, 7 and 8.",
    ),
    (
        "size: 9\nglobal-mod 4\ngrid:\n12.......\n3........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "The square R1C1, R1C2, R2C1 and R2C2 has a value from each of the groups 4/8, 1/5/9, 2/6 and 3/7. R1C1 is 1, so R2C2 loses 5 and 9. R2C1 is 3, so R2C2 loses 7. R1C2 is 2, so R2C2 loses 6.",
    ),
    (
        "size: 9\ndutch-flatmates\ngrid:\n2........\n5........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "Each 5 has a 1 directly above it or a 9 directly below it (R1C1, R2C1 and R3C1). R1C1 is 2 and R2C1 is 5, so R3C1 is 9.",
    ),
    (
        "size: 9\ndutch-whisper: r1c1-r1c3\ngrid:\n5........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "Neighbours on the Dutch whisper line R1C1, R1C2 and R1C3 differ by at least 4. R1C1 is 5, so R1C2 loses 2, 3, 4, 6, 7 and 8.",
    ),
    (
        "size: 9\nvalue-index: r1c1 r2c4 r3c7 r4c2 r5c5\ngrid:\n7........\n...2.....\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "With N in the second cell of the line R1C1, R2C4, R3C7, R4C2 and R5C5, the N-th cell after it has the value of R1C1. R1C1 is 7 and R2C4 is 2, so only 7 is left for R4C2.",
    ),
    (
        "size: 9\nallowed-all 1/2 1/3 2/3: r1c1 r1c2 r1c3\n",
        "Any two of R1C1, R1C2 and R1C3, in this order, are one of the pairs 1/2, 1/3, 2/3. So only 1 is left for R1C1.",
    ),
    (
        "size: 9\ncontains-exactly 1 1 2: r1c1 r2c4 r3c7\ngrid:\n2........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "Among R1C1, R2C4 and R3C7, exactly 2 are 1 and exactly one is 2. R1C1 is 2, so R2C4 and R3C7 can only be 1/1: R2C4 is 1.",
    ),
    (
        "size: 9\nweighted-sum 20 2 1 -1: r1c1 r2c4 r3c7\ngrid:\n9........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "2 × R1C1 + R2C4 − R3C7 is 20. 2 × R1C1 is 18 and R3C7 is at least 1, so R2C4 is at least 3: R2C4 loses 1 and 2. 2 × R1C1 + R2C4 is at most 27, so R3C7 is at most 7: R3C7 loses 8 and 9.",
    ),
    (
        "size: 9\nlook-and-say 1 3 2 5 0 7: r1c1 r1c2 r2c4 r2c5\ngrid:\n35.......\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "Among R1C1, R1C2, R2C4 and R2C5, 3 stands exactly once, 5 stands exactly twice and 7 never stands. R1C1 is 3 and R1C2 is 5, so R2C4 and R2C5 can only be 1/5, 2/5, 4/5, 5/6, 5/8 or 5/9: R2C4 and R2C5 lose 3 and 7.",
    ),
    (
        "size: 9\nmath x 63: r1c1 r2c4\n",
        "The product of R1C1 and R2C4 is 63. R1C1 and R2C4 can only be 7/9: R1C1 and R2C4 lose 1 to 6 and 8.",
    ),
    (
        "size: 9\ncount-distinct: r1c1 = r2c2 r3c4 r4c6\ngrid:\n.........\n.5.......\n...5.....\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "R1C1 is the number of different values in R2C2, R3C4 and R4C6. R2C2 and R3C4 are 5, so R1C1 loses 3.",
    ),
    (
        "size: 9\nlunchbox 3: r1c1 r1c2 r1c3\ngrid:\n9........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "Along R1C1, R1C2 and R1C3, no two are equal, and the cells between the smallest value and the greatest sum to 3. R1C1 is 9, so R1C2 and R1C3 can only be (in this order) 3/1 or 3/2: R1C2 is 3.",
    ),
    (
        "size: 9\nrellik 5: r1c1 r1c2 r1c3\ngrid:\n4........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "R1C1, R1C2 and R1C3 differ, and neither a cell nor a set of cells among them sums to 5. R1C1 is 4, so with 1 in R1C2 or R1C3, some of the cells would sum to 5: R1C2 and R1C3 lose 1.",
    ),
    (
        "size: 9\nequality: r1c1 r1c2\ngrid:\n4........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "R1C1 and R1C2 differ, as many are odd as even, and as many are low as high. R1C1 is 4, so with 1, 2, 3, 6 or 8 in R1C2, these numbers could not be equal: R1C2 loses 1, 2, 3, 6 and 8.",
    ),
    (
        "size: 9\nconnected 1 2: r1c1-r1c9\ngrid:\n1........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "The cells with 1 and 2 are connected along their sides. R1C1 is 1, so only 2 is left for R1C2.",
    ),
    (
        "size: 9\ndoubler: r1c1\nvalue-cage 26: r1c1 r1c2\n",
        "The digits of the cage R1C1 and R1C2 differ, and their values, some of them doubled, add up to 26. R1C1 can only be 9 and R1C2 can only be 8: R1C1 is 9.",
    ),
    (
        "size: 6\ncells: M 6\nhidden-doublers: M1 M2 M3 M4 M5 M6\nvalue-cage 17: r1c1 r1c2\n",
        "The digits of the cage R1C1 and R1C2 differ, and their values, some of them doubled, add up to 17. With 1 to 4 in R1C1 or R1C2 or with 3 to 6 in M1, the values could not add up to 17: R1C1 and R1C2 lose 1 to 4; M1 loses 3 to 6.",
    ),
    (
        "size: 9\nsandwich 0 (2, 8): row 1\ngrid:\n2........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "From R1C1 to R1C9, the 2 and the 8 are neighbours. R1C1 is 2, so with another value in R1C2, the values between the 2 and the 8 would sum to at least 1 with 8 in R1C3, and more with 8 in R1C4, R1C5, R1C6, R1C7, R1C8 or R1C9: only 8 is left for R1C2.",
    ),
    (
        "size: 9\nhidden-skyscraper 8: left 1\n",
        "Looking from R1C1 to R1C9, the first value behind a greater one is 8. With 8 in R1C1, with 1 in R1C2 or with 9 in R1C9, the first value behind a greater one could not be 8: R1C1 loses 8; R1C2 loses 1; R1C9 loses 9.",
    ),
    (
        "size: 9\nminimum: r1c1\ngrid:\n.3.......\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "R1C1 is a minimum, smaller than its neighbours. R1C2 is 3, so R1C1 is at most 2; R1C1 is at least 1, so R2C1 is at least 2: R1C1 loses 4 to 9; R2C1 loses 1.",
    ),
    (
        "size: 9\nmaximum: r1c1\ngrid:\n.3.......\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n",
        "R1C1 is a maximum, greater than its neighbours. 1 in R1C1 would leave no value for R1C2; 9 in R2C1 would leave no value for R1C1; 2 in R1C1 would need 1 in both R1C2 and R2C1, which see each other: R1C1 loses 1 and 2; R2C1 loses 9.",
    ),
    (
        "size: 6\neither killer 3: r1c1 r1c2 | killer 4: r1c1 r1c2\n",
        "At least one of these holds: the cage R1C1 and R1C2 has different values that add up to 3; or the cage R1C1 and R1C2 has different values that add up to 4. R1C1 and R1C2 can only be 1/2 or 1/3: R1C1 and R1C2 lose 4, 5 and 6.",
    ),
    (
        "size: 6\nrequire r1c1 + r1c2 = 3\n",
        "The formula holds: r1c1 + r1c2 == 3. R1C1 and R1C2 can only be 1+2: R1C1 and R1C2 lose 3 to 6.",
    ),
    (
        "size: 6\neach along r1c1-r1c3 a b: a + b > 6\ngrid:\n2.....\n......\n......\n......\n......\n......\n",
        "The formula holds, here for R1C1, R1C2 and R1C3: along r1c1-r1c3 a b: a + b > 6. R1C1 is 2, so R1C2 loses 1, 3 and 4.",
    ),
    (
        "size: 9\nslow-thermo: r3c8 r4c7 r3c6\n",
        "The slow thermometer never falls along R3C8, R4C7 and R3C6, where R3C8 and R3C6 differ (row 3). So R3C6 loses 1; R3C8 loses 9.",
    ),
    (
        "size: 9\nlittle-killer 34: r4c1-r1c4\n",
        "The diagonal R4C1, R3C2, R2C3 and R1C4 sums to 34. Whichever of R1C4 and R4C1 is left out, the others add up to at most 26 (9+9+8, as R2C3 and R3C2 differ in box 1), so R1C4 and R4C1 are at least 8: R1C4 and R4C1 lose 1 to 7. Whichever of R2C3 and R3C2 is left out, the others add up to at most 27 (9+9+9), so R2C3 and R3C2 are at least 7: R2C3 and R3C2 lose 1 to 6.",
    ),
    (
        "size: 6\ndouble-arrow: r1c2 r1c3 r2c3 r3c3\ngrid:\n2....4\n.4..2.\n5.....\n......\n......\n.....1\n",
        "The ends R1C2 and R3C3 have the same sum as R1C3 and R2C3. If R1C2 is 1, R1C3 can only be 3 or 5 and no value is left for R2C3; if R3C3 is 1, R1C3 can only be 3 or 5, R2C3 can only be 3 and R1C2 would have to be 7, which it cannot: R1C2 and R3C3 lose 1. If R3C3 is 6, R1C2 can only be 1 or 3, R1C3 can only be 3 or 5 and R2C3 would have to be 2 or 4, which it cannot: R3C3 loses 6.",
    ),
    (
        "size: 9\nquadruple 4 7: r2c5 r2c6 r3c5 r3c6\ngrid:\n...8.....\n...9.....\n123......\n.....4...\n.....5...\n.....6...\n.........\n.........\n.........\n",
        "4 and 7 must be among R2C5, R2C6, R3C5 and R3C6. R3C6 can only be 7 and sees R2C5, R2C6 and R3C5, so R2C5, R2C6 and R3C5 lose 7.",
    ),
];

/// The first step that takes the last clue alone.
fn told(text: &str) -> String {
    let puzzle = parsed(text);
    let last = puzzle.clues().len() - 1;
    let mut explainer = Explainer::new();
    let mut state = explainer.begin(&puzzle);
    loop {
        let Ok(step) = explainer.next(&state) else { return "nothing".to_owned() };
        let is_wanted = *step.technique == patterns::clues::CLUE
            && step.truths.iter().any(|&truth| match truth {
                Truth::Relation(relation) => {
                    state.map.relations[relation].origins == [crate::rules::Origin::Clue(last)]
                }
                _ => false,
            });
        if is_wanted {
            return step.text(&state, Detail::Full);
        }
        state.apply(&step);
    }
}

#[test]
fn clues_in_words() {
    let shown: Vec<(&str, String)> = TEXTS.iter().map(|&(text, _)| (text, told(text))).collect();
    let known: Vec<(&str, String)> = TEXTS.iter().map(|&(text, told)| (text, told.to_owned())).collect();
    assert_eq!(shown, known);
}

#[test]
fn texts_have_no_gaps() {
    assert!(TEXTS.iter().all(|(_, told)| !told.contains(['{', '}']) && !told.contains("  ")));
}
