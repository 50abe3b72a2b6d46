"""Words that questions use and documents do not, each with the words of the place its answer stands in.

"Quick ratio" stands in no balance sheet; current assets, inventories and current liabilities do. General trade
vocabulary, a line each: `asked | asked = found`. Knows no document and no company.
"""

import re
from dataclasses import dataclass

_TABLE = """
balance sheet | statement of financial position = consolidated balance sheets, total assets, total liabilities, equity
income statement | statement of income | statement of operations | statement of earnings | profit and loss | p&l =
  consolidated statements of income, operations, earnings, net sales, revenue, costs, expenses
cash flow statement | statement of cash flows | cash flow = consolidated statements of cash flows,
  net cash provided by operating activities, investing activities, financing activities
statement of equity | changes in equity = consolidated statements of shareholders' equity, stockholders' equity
revenue | sales | turnover | top line | topline = total revenue, net revenues, net sales
growth rate | cagr = increase, change
gross margin | gross profit = gross profit, cost of sales, cost of revenue, cost of goods sold, net sales
operating margin | operating income | operating profit | ebit = operating income, income from operations
net margin | profit margin | net profit | bottom line = net income, net earnings, net sales, revenue
ebitda | ebitdar = operating income, depreciation, amortization
capex | capital expenditure | capital spending = capital expenditures, purchases of property and equipment,
  additions to property, investing activities
pp&e | ppe | fixed asset = property, plant and equipment, net
d&a = depreciation and amortization
cogs | cost of goods sold = cost of sales, cost of revenue, cost of goods sold
sg&a = selling, general and administrative expenses
r&d = research and development
fcf | free cash flow = net cash provided by operating activities, capital expenditures
operating cash flow | cash from operations | ocf = net cash provided by operating activities
quick ratio | acid test = total current assets, inventories, receivables, cash, total current liabilities
current ratio | working capital = total current assets, total current liabilities
asset turnover = net sales, revenue, total assets, property and equipment
inventory turnover | days inventory | dio | days in inventory = inventories, cost of sales
days payable | dpo | payables turnover = accounts payable, cost of sales, inventories
days sales outstanding | dso | receivables turnover = accounts receivable, net sales, revenue
return on assets | roa = net income, total assets
return on equity | roe = net income, total equity
debt to equity | leverage | indebtedness = long-term debt, short-term debt, total equity, borrowings, notes
debt = long-term debt, short-term debt, current portion of long-term debt, borrowings, notes
interest coverage = interest expense, operating income
effective tax | tax rate = effective income tax rate, provision for income taxes, income before income taxes
eps | earnings per share = earnings per share, diluted, basic, net income per share
dividend payout | payout ratio | dividend = dividends paid, dividends declared, per share
buyback | share repurchase = repurchases of common stock, treasury stock
headcount | number of employees | how many employees | workforce = employees, workforce, full-time, headcount
lawsuit | legal battle | litigation = legal proceedings, litigation, claims, contingencies
acquisition | takeover = acquisition, acquired, business combinations, purchase price
restructuring | layoff = restructuring charges, severance
market risk = quantitative and qualitative disclosures, interest rate risk, foreign currency
auditor | who audited | who audits = independent registered public accounting firm, LLP
ceo = chief executive officer
cfo = chief financial officer
p/e = price, earnings per share
expire | expiration date | end date = term of this agreement, remain in effect, terminate, expiration, initial term
renewal term | renew = automatically renew, successive terms, extend
effective date = effective as of, made and entered into as of
governing law | jurisdiction = governed by, construed in accordance with the laws of
termination for convenience = terminate without cause, upon written notice
liability cap | cap on liability | limitation of liability = in no event, liable, aggregate liability, exceed
uncapped liability | unlimited liability = indirect, consequential damages, gross negligence, indemnification
non-compete | competitive restriction = compete, competing business, competitive products, directly or indirectly engage
solicit | solicitation | no-solicit = solicit, employ, hire, induce, divert, customers
revenue sharing | profit sharing | profit-sharing | royalty = royalties, percent of net sales, share, fee, commission
license granted | license grant | licenses are granted = hereby grants, right to use, non-exclusive, sublicense
ip ownership | intellectual property ownership = right, title and interest, own, assigns, work made for hire
volume restriction = maximum, not exceed, up to, number of
third-party beneficiary | third party beneficiary = no third party, benefit, successors, persons other than the parties
after the termination | post-termination = following termination, upon expiration or termination, survive
disparage | disparagement | non-disparagement = disparage, disparaging, derogatory, criticize
escrow = escrow, release, source code
liquidated damages = liquidated damages, penalty, termination fee
indemnity = indemnify, hold harmless, losses
exclusivity | exclusive = exclusive right, sole and exclusive, exclusively
change of control = merger, assignment, change in control, acquisition of substantially all assets
anti-assignment | assign = assign, transfer, prior written consent
audit right | inspect = records, books, audit, examine
insurance = insurance, coverage, policy, insured
warranty = warrants, warranty period, defects
confidentiality | nda = confidential information, disclose
minimum commitment | minimum order = minimum purchase, at least
most favored nation | mfn = no less favorable, most favored
right of first refusal | rofr = first refusal, first offer, first negotiation
difference between | differ | difference = significantly, significant, higher, lower, increased, decreased, improved
side effect | adverse event | safety = adverse events, toxicity, complications
efficacy | effectiveness = response rate, outcome, improvement, significantly
mortality | death = deaths, survival, died
sample size = patients were randomized, enrolled, participants
"""


def _rows() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    rows = []
    for line in re.sub(r"\n  +", " ", _TABLE).strip().split("\n"):
        asked, found = line.split(" = ")
        forms = "|".join(re.escape(form).replace(r"\ ", r"[\s-]+") for form in asked.split(" | "))
        rows.append((re.compile(rf"(?<!\w)(?:{forms})(?:e?s)?(?!\w)", re.IGNORECASE), tuple(found.split(", "))))
    return tuple(rows)


_ROWS = _rows()


@dataclass(frozen=True, slots=True)
class Wording:
    """A trade term as the question has it, and phrases of the place where such things stand."""

    asked: str
    phrases: tuple[str, ...]


def wordings(question: str) -> tuple[Wording, ...]:
    """Those of the table's terms that a question uses, in the order of the table."""
    found = ((asked.search(question), phrases) for asked, phrases in _ROWS)
    return tuple(Wording(match[0], phrases) for match, phrases in found if match)


def is_trade_term(word: str) -> bool:
    """Whether a word by itself is one of the table's asked words: "EBITDA" is no name."""
    return any(asked.fullmatch(word) for asked, _ in _ROWS)
