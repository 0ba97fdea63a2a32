"""Folders as people have them, and what belongs together there.

A layout is a listing. `D` is a domain, `P` a problem and `S` a plan (a solution); the word behind
the name of a file is the name of the domain, `x` where there is none, and `->` says what a person
would say that the file belongs to; `-> ?` that nobody can know. Words after `:` are what a problem
uses and a domain declares.
"""

from __future__ import annotations

LAYOUTS = {
    "one folder": """
        D domain.pddl
        P problem.pddl -> domain.pddl
        S sas_plan -> problem.pddl
        S sas_plan.2 -> problem.pddl
    """,
    "IPC: a domain, its instances, plans beside them": """
        D domain.pddl
        P instances/instance-1.pddl -> domain.pddl
        P instances/instance-10.pddl -> domain.pddl
        S instances/instance-1.plan -> instances/instance-1.pddl
        S instances/instance-10.soln.2 -> instances/instance-10.pddl
    """,
    "IPC: a domain for each problem": """
        D domains/domain-1.pddl
        D domains/domain-2.pddl
        D domains/domain-12.pddl
        P instances/instance-1.pddl -> domains/domain-1.pddl
        P instances/instance-2.pddl -> domains/domain-2.pddl
        P instances/instance-12.pddl -> domains/domain-12.pddl
    """,
    "IPC: p01-domain beside p01": """
        D airport/p01-domain.pddl
        D airport/p02-domain.pddl
        P airport/p01.pddl -> airport/p01-domain.pddl
        P airport/p02.pddl -> airport/p02-domain.pddl
        S airport/p02.soln -> airport/p02.pddl
    """,
    "IPC: domains of one name for several tracks": """
        D satellite/strips/domain.pddl
        D satellite/time/domain.pddl
        D satellite/numeric/domain.pddl
        P satellite/strips/p01.pddl -> satellite/strips/domain.pddl
        P satellite/time/p01.pddl -> satellite/time/domain.pddl
        P satellite/numeric/p01.pddl -> satellite/numeric/domain.pddl
    """,
    "IPC 2023, learning track": """
        D blocks/domain.pddl blocks
        D rovers/domain.pddl rovers
        P blocks/training/easy/p01.pddl blocks -> blocks/domain.pddl
        P blocks/training/easy/p02.pddl blocks -> blocks/domain.pddl
        P blocks/testing/easy/p01.pddl blocks -> blocks/domain.pddl
        P blocks/testing/hard/p01.pddl blocks -> blocks/domain.pddl
        P rovers/training/easy/p01.pddl rovers -> rovers/domain.pddl
        P rovers/testing/easy/p01.pddl rovers -> rovers/domain.pddl
        S solutions/blocks/training/easy/p01.plan -> blocks/training/easy/p01.pddl
        S solutions/blocks/testing/easy/p01.plan -> blocks/testing/easy/p01.pddl
        S solutions/blocks/testing/hard/p01.plan -> blocks/testing/hard/p01.pddl
        S solutions/rovers/training/easy/p01.plan -> rovers/training/easy/p01.pddl
        S solutions/rovers/testing/easy/p01.plan -> rovers/testing/easy/p01.pddl
        S solutions/rovers/training/easy/p02.plan -> ?
    """,
    "a course, a folder a week": """
        D week1/domain.pddl
        D week2/domain.pddl
        P week1/problem.pddl -> week1/domain.pddl
        P week2/problem.pddl -> week2/domain.pddl
        P week2/problem2.pddl -> week2/domain.pddl
        S week1/plan.txt -> week1/problem.pddl
        S week2/problem2.plan -> week2/problem2.pddl
    """,
    "a course, several numbered domains a week": """
        D homework-1/homework-domain1.pddl
        D homework-1/homework-domain2.pddl
        D homework-1/homework-domain3.pddl
        P homework-1/homework-problem1a.pddl -> homework-1/homework-domain1.pddl
        P homework-1/homework-problem2a.pddl -> homework-1/homework-domain2.pddl
        P homework-1/homework-problem2b.pddl -> homework-1/homework-domain2.pddl
        P homework-1/homework-problem3a.pddl -> homework-1/homework-domain3.pddl
    """,
    "a course, numbered pairs in one folder": """
        D domain.1.pddl
        D domain.2.pddl
        D domain.10.pddl
        P problem.1.pddl -> domain.1.pddl
        P problem.2.pddl -> domain.2.pddl
        P problem.10.pddl -> domain.10.pddl
        S plan.1.txt -> problem.1.pddl
        S plan.10.txt -> problem.10.pddl
    """,
    "a course, numbered folders and files": """
        D ex1/d1.pddl
        D ex2/d2.pddl
        P ex1/p1.pddl -> ex1/d1.pddl
        P ex1/p2.pddl -> ex1/d1.pddl
        P ex2/p1.pddl -> ex2/d2.pddl
        P ex2/p2.pddl -> ex2/d2.pddl
    """,
    "a folder called as one of its domains": """
        D p01/p01-domain.pddl
        D p01/p02-domain.pddl
        P p01/p01.pddl -> p01/p01-domain.pddl
        P p01/p02.pddl -> p01/p02-domain.pddl
    """,
    "a submission of a student": """
        D 4711_smith/src/domain.pddl
        P 4711_smith/src/problem.pddl -> 4711_smith/src/domain.pddl
        S 4711_smith/output_plan.txt -> 4711_smith/src/problem.pddl
        D 4712_jones/src/domain.pddl
        P 4712_jones/src/problem.pddl -> 4712_jones/src/domain.pddl
        S 4712_jones/output_plan.txt -> 4712_jones/src/problem.pddl
    """,
    "domains and problems in folders of their own": """
        D domain/domain.pddl
        P problem/p01.pddl -> domain/domain.pddl
        P problem/p02.pddl -> domain/domain.pddl
        S plan/p01.plan -> problem/p01.pddl
        S plan/p02.plan -> problem/p02.pddl
    """,
    "mirrored folders": """
        D domains/gripper/domain.pddl
        D domains/ferry/domain.pddl
        P problems/gripper/p1.pddl -> domains/gripper/domain.pddl
        P problems/ferry/p1.pddl -> domains/ferry/domain.pddl
        S plans/gripper/p1.plan -> problems/gripper/p1.pddl
        S plans/ferry/p1.plan -> problems/ferry/p1.pddl
    """,
    "results of several planners": """
        D blocks/domain.pddl blocks
        D ferry/domain.pddl ferry
        P blocks/p01.pddl blocks -> blocks/domain.pddl
        P ferry/p01.pddl ferry -> ferry/domain.pddl
        S results/lama/blocks/p01.plan -> blocks/p01.pddl
        S results/lama/ferry/p01.plan -> ferry/p01.pddl
        S results/ff/blocks/p01.plan -> blocks/p01.pddl
        S blocks/lama/p01.plan -> blocks/p01.pddl
    """,
    "a folder a problem": """
        D domain.pddl
        P p01/problem.pddl -> domain.pddl
        P p02/problem.pddl -> domain.pddl
        S p01/sas_plan -> p01/problem.pddl
        S p02/sas_plan.1 -> p02/problem.pddl
        S plans/p02/plan.txt -> p02/problem.pddl
    """,
    "problems with a folder of plans each": """
        D domain.pddl
        P p01.pddl -> domain.pddl
        P p02.pddl -> domain.pddl
        S p01/sas_plan.1 -> p01.pddl
        S p02/sas_plan.1 -> p02.pddl
        S plans/p02/lama.plan -> p02.pddl
    """,
    "a ROS package": """
        D pddl/domain_turtlebot.pddl
        P pddl/problem_turtlebot.pddl -> pddl/domain_turtlebot.pddl
        S plans/plan.pddl -> pddl/problem_turtlebot.pddl
        S pddl/plan.pddl -> pddl/problem_turtlebot.pddl
    """,
    "a ROS workspace of several packages": """
        D src/kitchen/pddl/domain.pddl kitchen
        D src/patrol/pddl/domain.pddl patrol
        P src/kitchen/pddl/problem.pddl kitchen -> src/kitchen/pddl/domain.pddl
        P src/patrol/pddl/problem.pddl patrol -> src/patrol/pddl/domain.pddl
        S src/patrol/plan.pddl -> src/patrol/pddl/problem.pddl
    """,
    "planning.domains": """
        D classical/depot/domain.pddl
        P classical/depot/p01.pddl -> classical/depot/domain.pddl
        D classical/depots-agl/domain.pddl
        P classical/depots-agl/p01.pddl -> classical/depots-agl/domain.pddl
        D classical/airport/p01-domain.pddl
        P classical/airport/p01-airport1-p1.pddl -> classical/airport/p01-domain.pddl
    """,
    "a repository of a planner": """
        D test/cases/blocks/domain.pddl blocksworld
        D test/cases/hanoi/domain.pddl hanoi
        P test/cases/blocks/problem.pddl blocksworld -> test/cases/blocks/domain.pddl
        P test/cases/hanoi/problem.pddl hanoi -> test/cases/hanoi/domain.pddl
        P examples/b1.pddl blocksworld -> test/cases/blocks/domain.pddl
        S test/cases/hanoi/expected.plan -> test/cases/hanoi/problem.pddl
    """,
    "a domain of another name beside its problems": """
        D hanoi.pddl hanoi-typed : on clear
        P p1.pddl hanoi : on clear -> hanoi.pddl
        P p2.pddl hanoi : on clear -> hanoi.pddl
    """,
    "several domains in one folder, by name": """
        D gripper.pddl gripper
        D ferry.pddl ferry
        P gripper-1.pddl gripper -> gripper.pddl
        P ferry-1.pddl ferry -> ferry.pddl
        S gripper-1.plan -> gripper-1.pddl
    """,
    "variants of a domain in one folder": """
        D blocks-strips.pddl
        D blocks-adl.pddl
        P blocks-strips-p01.pddl -> blocks-strips.pddl
        P blocks-adl-p01.pddl -> blocks-adl.pddl
    """,
    "variants that a problem tells apart by what it uses": """
        D first.pddl : on clear
        D second.pddl : on clear holding
        P p01.pddl : on holding -> second.pddl
        P p02.pddl : on clear holding -> second.pddl
    """,
    "a domain for most problems and one for a special one": """
        D domain.pddl
        D domain3.pddl
        P p01.pddl -> domain.pddl
        P p02.pddl -> domain.pddl
        P p03.pddl -> domain3.pddl
    """,
    "numbered domains that end before the problems do": """
        D p01-domain.pddl : at-1 path-1
        D p02-domain.pddl : at-2 path-2
        P p01.pddl : at-1 path-1 -> p01-domain.pddl
        P p03.pddl : at-3 path-3 -> ?
    """,
    "problems of one domain in folders by size": """
        D domain.pddl
        P easy/p01.pddl -> domain.pddl
        P hard/p01.pddl -> domain.pddl
        S easy/p01.plan -> easy/p01.pddl
        S hard/p01.plan -> hard/p01.pddl
        S plans/hard/p01.plan -> hard/p01.pddl
        S p01.plan -> ?
    """,
    "several projects, each with plans beside its problems": """
        D first/domain.pddl
        D second/domain.pddl
        D third/domain.pddl
        P first/problems/p01.pddl -> first/domain.pddl
        P first/problems/p02.pddl -> first/domain.pddl
        P second/p01.pddl -> second/domain.pddl
        P third/easy/p01.pddl -> third/domain.pddl
        P third/hard/p01.pddl -> third/domain.pddl
        S first/plans/p01.plan -> first/problems/p01.pddl
        S first/plans/p02.plan -> first/problems/p02.pddl
        S second/plans/p01.plan -> second/p01.pddl
        S third/plans/p01.plan -> ?
        S plans/p01.plan -> ?
    """,
    "plans that no name tells apart": """
        D domain.pddl
        P a.pddl -> domain.pddl
        P b.pddl -> domain.pddl
        S best.plan -> ?
        S plans/best.plan -> ?
    """,
    "a plan beside a domain whose problem is not there": """
        D blocks/domain.pddl blocks
        D ferry/domain.pddl ferry
        P ferry/p01.pddl ferry -> ferry/domain.pddl
        S blocks/p01.plan -> ?
    """,
    "domains named like the folders of problems": """
        D logistics.pddl
        D rovers.pddl
        P logistics/p01.pddl -> logistics.pddl
        P rovers/p01.pddl -> rovers.pddl
        S logistics/p01.plan -> logistics/p01.pddl
    """,
    "an old version below": """
        D domain.pddl
        D old/domain.pddl
        P p01.pddl -> domain.pddl
        P old/p01.pddl -> old/domain.pddl
        P new/p01.pddl -> domain.pddl
    """,
    "hierarchical domains": """
        D Rover/domain.hddl rover
        P Rover/pfile01.hddl rover -> Rover/domain.hddl
        P Rover/pfile12.hddl rover -> Rover/domain.hddl
        S Rover/pfile12.plan -> Rover/pfile12.hddl
    """,
    "answers of language models": """
        D pddl/domain.pddl
        P pddl/instance-3.pddl -> pddl/domain.pddl
        P pddl/instance-30.pddl -> pddl/domain.pddl
        S answers/gpt-4/instance-3.txt -> pddl/instance-3.pddl
        S answers/gpt-4/instance-30.txt -> pddl/instance-30.pddl
        S answers/llama-3/instance-3.txt -> pddl/instance-3.pddl
    """,
    "plans without endings": """
        D domain.pddl
        P problem1.pddl -> domain.pddl
        P problem2.pddl -> domain.pddl
        S plan1 -> problem1.pddl
        S solutions/problem2 -> problem2.pddl
        S problem1/output -> problem1.pddl
    """,
    "texts": """
        D domain.txt
        P problem.txt -> domain.txt
        S solution.txt -> problem.txt
    """,
    "a folder a task, each with a domain of the same name": """
        D task1/domain.pddl
        D task2/domain.pddl
        D task10/domain.pddl
        P task1/problem.pddl -> task1/domain.pddl
        P task2/problem.pddl -> task2/domain.pddl
        P task10/problem.pddl -> task10/domain.pddl
        S task1/solution.txt -> task1/problem.pddl
        S task2/solution.txt -> task2/problem.pddl
        S solutions/task1.txt -> task1/problem.pddl
        S solutions/task10.txt -> task10/problem.pddl
    """,
    "two domains in one file": """
        D domains.pddl blocks
        D domains.pddl ferry
        P b1.pddl blocks -> domains.pddl
        P f1.pddl ferry -> domains.pddl
        S b1.plan -> b1.pddl
    """,
    "a domain and its problem in one file": """
        D first.pddl
        P first.pddl -> first.pddl
        D second.pddl
        P second.pddl -> second.pddl
        S first.plan -> first.pddl
        S second_plan.txt -> second.pddl
    """,
    "best plans of a language model": """
        D domains/barman/domain.pddl barman
        D domains/tyreworld/domain.pddl tyreworld
        P domains/barman/p05.pddl barman -> domains/barman/domain.pddl
        P domains/barman/p06.pddl barman -> domains/barman/domain.pddl
        P domains/tyreworld/p05.pddl tyreworld -> domains/tyreworld/domain.pddl
        S run1/plans/barman/p05_best_plan.txt -> domains/barman/p05.pddl
        S run1/plans/tyreworld/p05_best_plan.txt -> domains/tyreworld/p05.pddl
        S domains/barman/p06_best_plan.txt -> domains/barman/p06.pddl
    """,
    "results of a competition, a folder a task": """
        D gripper/domain.pddl gripper
        D ferry/domain.pddl ferry
        P gripper/prob01.pddl gripper -> gripper/domain.pddl
        P gripper/prob02.pddl gripper -> gripper/domain.pddl
        P ferry/prob01.pddl ferry -> ferry/domain.pddl
        S results/lama/gripper/prob01/sas_plan.1 -> gripper/prob01.pddl
        S results/lama/gripper/prob02/sas_plan.1 -> gripper/prob02.pddl
        S results/lama/ferry/prob01/sas_plan -> ferry/prob01.pddl
    """,
    "capital letters": """
        D Domain.pddl
        P Problem1.PDDL -> Domain.pddl
        P Problem2.pddl -> Domain.pddl
        S Plan1.TXT -> Problem1.PDDL
        S Solution2.txt -> Problem2.pddl
    """,
    "hierarchical tasks, domains and problems apart": """
        D transport/domains/domain.hddl transport
        P transport/problems/pfile01.hddl transport -> transport/domains/domain.hddl
        P transport/problems/pfile02.hddl transport -> transport/domains/domain.hddl
        S transport/solutions/pfile01.txt -> transport/problems/pfile01.hddl
    """,
    "plans that robots write": """
        D domain.pddl
        P problem.pddl -> domain.pddl
        S yard_plan.pddl -> problem.pddl
        S problem.pddl.plan -> problem.pddl
        S out/complete_plan -> problem.pddl
    """,
    "plans named like the folder and the problem": """
        D gripper/domain.pddl gripper
        D ferry/domain.pddl ferry
        P gripper/p01.pddl gripper -> gripper/domain.pddl
        P ferry/p01.pddl ferry -> ferry/domain.pddl
        S gripper-p01.plan -> gripper/p01.pddl
        S out/ferry_p01_lama.txt -> ferry/p01.pddl
    """,
    "folders of plans called like those of problems": """
        D blocks/domain.pddl blocks
        D ferry/domain.pddl ferry
        P blocks/p01.pddl blocks -> blocks/domain.pddl
        P ferry/p01.pddl ferry -> ferry/domain.pddl
        S blocks-plans/p01.plan -> blocks/p01.pddl
        S ferry_solutions/p01.plan -> ferry/p01.pddl
    """,
    "a study of three domains": """
        D data/domain-1.pddl d1
        D data/domain-2.pddl d2
        P data/problem-1-1.pddl d1 -> data/domain-1.pddl
        P data/problem-1-2.pddl d1 -> data/domain-1.pddl
        P data/problem-2-1.pddl d2 -> data/domain-2.pddl
        S answers/plan-1-2.txt -> data/problem-1-2.pddl
        S answers/plan-2-1.txt -> data/problem-2-1.pddl
    """,
    "versions of an answer": """
        D domain.pddl
        P p01.pddl -> domain.pddl
        P p02.pddl -> domain.pddl
        S p01_v1.plan -> p01.pddl
        S p01-final.txt -> p01.pddl
        S p02.2.plan -> p02.pddl
    """,
    "numbers alone, of which some say no domain": """
        D blocks-3ops.pddl : on clear
        D blocks-4ops.pddl : on clear holding
        P p3.pddl : on holding -> blocks-4ops.pddl
        P blocks-p3.pddl : on holding -> blocks-4ops.pddl
        P blocks-p4.pddl : on clear -> blocks-3ops.pddl
    """,
    "versions of a domain": """
        D domain-v1.pddl : on clear
        D domain-v2.pddl : on clear holding
        P p1.pddl : on holding -> domain-v2.pddl
    """,
    "weeks with names, in one folder": """
        D week1-blocks.pddl
        D week2-logistics.pddl
        P week1-task2.pddl -> week1-blocks.pddl
        P week2-task1.pddl -> week2-logistics.pddl
        P task1-week2.pddl -> week2-logistics.pddl
    """,
    "a domain with a name and its second version": """
        D hospital.pddl
        D hospital2.pddl
        P surgery1.pddl -> hospital.pddl
        P surgery2.pddl -> hospital2.pddl
    """,
    "copies of a problem": """
        D domain.pddl
        P problem.pddl -> domain.pddl
        P problem_(copy).pddl -> domain.pddl
        P problem-old.pddl -> domain.pddl
        S plan.txt -> problem.pddl
        S solution.txt -> problem.pddl
        S plan-old.txt -> problem-old.pddl
        S sas_plan -> ?
    """,
    "copies of a problem, plans elsewhere": """
        D domain.pddl
        P problems/problem.pddl -> domain.pddl
        P problems/problem_big.pddl -> domain.pddl
        S plans/plan.txt -> problems/problem.pddl
        S plans/plan_big.txt -> problems/problem_big.pddl
    """,
    "plans named like a folder above the problem": """
        D strips/domain.pddl
        D numeric/domain.pddl
        P strips/instances/p1.pddl -> strips/domain.pddl
        P strips/instances/p2.pddl -> strips/domain.pddl
        P numeric/instances/p1.pddl -> numeric/domain.pddl
        P numeric/instances/p2.pddl -> numeric/domain.pddl
        S out/strips-p1.plan -> strips/instances/p1.pddl
        S out/numeric_p2_lama.plan -> numeric/instances/p2.pddl
        S strips-p2.plan -> strips/instances/p2.pddl
        S out/p2.plan -> ?
    """,
    "the planner's files are numbered by its plans": """
        D domain.pddl
        P instance-7.pddl -> domain.pddl
        P instance-8.pddl -> domain.pddl
        S sas_plan.7 -> ?
    """,
}
